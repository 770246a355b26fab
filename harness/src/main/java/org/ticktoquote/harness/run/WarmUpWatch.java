package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.harness.site.QuoteTail;
import org.ticktoquote.harness.site.TickTail;

/**
 * Watches the warm-up in the journals while they are being written, wherever that is: whether successive blocks of answered ticks agree,
 * and when the backlog is gone.
 *
 * <p>A block is a number of ticks answered to the first session after the burst began; its figure is the median of
 * {@code received - intended}; where snapshots do not name their tick, of the newest one of the pair that had been sent,
 * which is the same whenever the application is faster than the market. Memory is bounded by the number of warm-up ticks. Not thread-safe.
 */
final class WarmUpWatch implements AutoCloseable {
    private final WarmUpPlan plan;
    private final NanoClock clock;
    private final TickTail ticks;
    private final QuoteTail quotes;
    private final LongUnaryOperator received;
    private final SentTicks sent = new SentTicks();
    private final boolean identified;
    private final LongArrayList medians = new LongArrayList();
    private final long[] block;
    private int blockSize;
    private long largest;
    private long lastSeenNs;
    private long burstFrom = Long.MAX_VALUE;

    /**
     * A watch.
     *
     * @param received from a reading of the clients to the replayer's clock
     */
    WarmUpWatch(
            TickTail ticks,
            QuoteTail quotes,
            LongUnaryOperator received,
            boolean identified,
            WarmUpPlan plan,
            NanoClock clock) {
        this.ticks = ticks;
        this.quotes = quotes;
        this.received = received;
        this.identified = identified;
        this.plan = plan;
        this.clock = clock;
        this.block = new long[plan.blockTicks()];
        this.lastSeenNs = clock.nanoTime();
    }

    /** The burst begins with the tick after this one. */
    void burstBegins(long lastTickId) {
        burstFrom = Math.min(burstFrom, lastTickId + 1);
    }

    /** Reads what is new. */
    void look() {
        ticks.more().forEach(sent::add);
        QuoteTail.More more = quotes.more();
        for (QuoteTail.Received snapshot : more.first()) {
            long receivedNs = received.applyAsLong(snapshot.receivedNs());
            answered(identified ? snapshot.tickId() : sent.newest(snapshot.instrumentId(), receivedNs), receivedNs);
        }
        if (more.any()) {
            lastSeenNs = clock.nanoTime();
        }
    }

    private void answered(long tickId, long receivedNs) {
        long index = tickId - TickRecord.WARM_UP_BASE - 1;
        if (index < 0 || index >= sent.size()) {
            return; // no id, or an image of another time
        }
        long response = receivedNs - sent.intendedNs((int) index);
        largest = Math.max(largest, response);
        if (tickId >= burstFrom) {
            block[blockSize++] = response;
        }
        if (blockSize == block.length) {
            Arrays.sort(block);
            medians.addLong(block[blockSize / 2]);
            blockSize = 0;
        }
    }

    /** Whether the last blocks agree within the tolerance. */
    boolean steady() {
        List<Long> last = lastMedians();
        if (last.size() < plan.blocks()) {
            return false;
        }
        long smallest = last.stream().mapToLong(Long::longValue).min().orElseThrow();
        long biggest = last.stream().mapToLong(Long::longValue).max().orElseThrow();
        return biggest <= smallest * (1 + plan.tolerance());
    }

    /** The medians of the last blocks, oldest first, in nanoseconds. */
    List<Long> lastMedians() {
        int from = Math.max(0, medians.size() - plan.blocks());
        List<Long> last = new ArrayList<>();
        for (int i = from; i < medians.size(); i++) {
            last.add(medians.getLong(i));
        }
        return last;
    }

    /** The slowest answer to the first session. */
    long slowestNs() {
        return largest;
    }

    /** Whether nothing arrived for so long that nothing more is to be expected: twice the slowest answer seen. */
    boolean quiet(long atLeastNs) {
        return clock.nanoTime() - lastSeenNs > Math.max(atLeastNs, 2 * largest);
    }

    @Override
    public void close() {
        ticks.close();
        quotes.close();
    }
}
