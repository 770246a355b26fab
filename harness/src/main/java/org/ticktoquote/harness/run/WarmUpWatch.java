package org.ticktoquote.harness.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.agrona.collections.LongArrayList;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.harness.hosts.HostOperations;

/**
 * Watches the warm-up by reading journals while they are written, on any host. Decides whether successive {@linkplain
 * WarmUpBlocks blocks} of answers to the first session have been steady since the burst began, and when the backlog is gone.
 *
 * <p>The response is {@code received - intended}. Without tick ids, a snapshot counts for the newest tick of its pair, which is
 * correct if the application is faster than the market. A backlog then shows only as answers after the last tick. Memory is
 * bounded by the number of warm-up ticks. Not thread-safe.
 */
final class WarmUpWatch {
    private final RunPlan.WarmUp plan;
    private final NanoClock clock;
    private final Supplier<List<HostOperations.SentTick>> ticks;
    private final Supplier<HostOperations.ReceivedQuotes> quotes;
    private final LongUnaryOperator received;
    private final WarmUpTicks sent = new WarmUpTicks();
    private final boolean identified;
    private final WarmUpBlocks blocks;
    private final Set<Integer> answeredPairs = new HashSet<>();
    private long newest;
    private long fastest = Long.MAX_VALUE;
    private long largest;
    private long lastReceivedNs;
    private long answersAfter;
    private long lastSeenNs;
    private long burstFrom = Long.MAX_VALUE;

    /**
     * @param ticks returns ticks sent since its last call
     * @param quotes returns snapshots received since its last call
     * @param received converts a reading of the clients to the replayer's clock
     */
    WarmUpWatch(
            Supplier<List<HostOperations.SentTick>> ticks,
            Supplier<HostOperations.ReceivedQuotes> quotes,
            LongUnaryOperator received,
            boolean identified,
            RunPlan.WarmUp plan,
            NanoClock clock) {
        this.ticks = ticks;
        this.quotes = quotes;
        this.received = received;
        this.identified = identified;
        this.plan = plan;
        this.clock = clock;
        this.blocks = new WarmUpBlocks(plan);
        this.lastSeenNs = clock.nanoTime();
    }

    /** Sets the last tick before the burst. */
    void burstBegins(long lastTickId) {
        burstFrom = Math.min(burstFrom, lastTickId + 1);
    }

    /** Reads new ticks and snapshots. */
    void poll() {
        List<HostOperations.SentTick> ticksMore = ticks.get();
        while (sent.addAll(ticksMore)) {
            answersAfter = 0;
            ticksMore = ticksMore.size() < HostOperations.SentTick.MAX_PER_ANSWER ? List.of() : ticks.get();
        }
        HostOperations.ReceivedQuotes more = quotes.get();
        add(more);
        while (more.first().size() == HostOperations.ReceivedQuotes.MAX_PER_ANSWER) {
            more = quotes.get();
            add(more);
        }
    }

    private void add(HostOperations.ReceivedQuotes more) {
        for (HostOperations.ReceivedQuotes.Snapshot snapshot : more.first()) {
            long receivedNs = received.applyAsLong(snapshot.receivedNs());
            late(receivedNs);
            if (identified) {
                answered(snapshot.tickId(), receivedNs);
            } else {
                unidentified(snapshot.instrumentId(), receivedNs);
            }
        }
        if (more.any()) {
            lastSeenNs = clock.nanoTime();
        }
    }

    /** Counts answers after the last tick, which were queued when it was sent. */
    private void late(long receivedNs) {
        lastReceivedNs = receivedNs;
        answersAfter += receivedNs > sent.lastNs() ? 1 : 0;
    }

    private void unidentified(int instrumentId, long receivedNs) {
        long tickId = sent.newest(instrumentId, receivedNs);
        if (tickId != SnapshotRecord.NO_ID && answeredPairs.add(instrumentId)) {
            fastest = Math.min(fastest, receivedNs - sent.firstNs(instrumentId));
        }
        answered(tickId, receivedNs);
    }

    private void answered(long tickId, long receivedNs) {
        long index = tickId - TickRecord.WARM_UP_BASE - 1;
        if (index < 0 || index >= sent.size()) {
            return; // no id, or an id outside this warm-up
        }
        long response = Math.max(0, receivedNs - sent.intendedNs((int) index)); // an echoed id can be wrong
        largest = Math.max(largest, response);
        newest = Math.max(newest, tickId);
        if (identified) {
            fastest = Math.min(fastest, response);
        }
        if (tickId >= burstFrom && blocks.answered(response) && identified) {
            blocks.backlog(Math.max(0, sent.sentBy(receivedNs) - (newest - TickRecord.WARM_UP_BASE)));
        }
    }

    /** Returns whether the last blocks are steady. */
    boolean steady() {
        return blocks.unsteady(fastest).isEmpty();
    }

    /** Describes the progress for users. */
    String description() {
        String behind = blocks.backlogs().isEmpty()
                ? ""
                : ", backlog " + blocks.backlogs().get(blocks.backlogs().size() - 1) + " ticks";
        String medians = blocks.medians().isEmpty()
                ? "none complete yet"
                : "medians "
                        + blocks.medians().stream().map(DurationText::format).toList();
        return "blocks of " + plan.blockTicks() + " answers, " + medians + behind;
    }

    /**
     * Returns the outcome of the warm-up after its end.
     *
     * @param silent true if the application has fallen silent
     */
    RunManifest.WarmUp outcome(ReplayerProtocol.WarmedUp end, boolean silent) {
        List<String> unsteady = new ArrayList<>(blocks.unsteady(fastest));
        if (silent && queuedAfter() && !unsteady.contains(WarmUpBlocks.BACKLOG)) {
            unsteady.add(WarmUpBlocks.BACKLOG);
        }
        return new RunManifest.WarmUp(
                end.ticks(),
                end.burstRate(),
                unsteady.isEmpty(),
                blocks.medians(),
                plan.tolerance(),
                blocks.tails(),
                blocks.backlogs(),
                answersAfter,
                unsteady);
    }

    private boolean queuedAfter() {
        return answersAfter >= plan.blockTicks() && WarmUpBlocks.queued(lastReceivedNs - sent.lastNs(), fastest);
    }

    /** Slowest answer to the first session. */
    long slowestNs() {
        return largest;
    }

    /**
     * Returns whether nothing arrived for both this time and twice the slowest answer so far, so that no more answers are
     * expected.
     */
    boolean quiet(long atLeastNs) {
        return clock.nanoTime() - lastSeenNs > Math.max(atLeastNs, 2 * largest);
    }

    /** Warm-up ticks sent so far, three longs each. Not thread-safe. */
    private static final class WarmUpTicks {
        private static final long NONE = SnapshotRecord.NO_ID;

        private final LongArrayList intendedNs = new LongArrayList();
        private final LongArrayList sentNs = new LongArrayList();
        private final Map<Integer, LongArrayList> idsByInstrument = new HashMap<>();

        /** Adds ticks; returns whether there were any. */
        boolean addAll(List<HostOperations.SentTick> ticks) {
            ticks.forEach(this::add);
            return !ticks.isEmpty();
        }

        private void add(HostOperations.SentTick tick) {
            intendedNs.addLong(tick.intendedNs());
            sentNs.addLong(tick.sentNs());
            idsByInstrument
                    .computeIfAbsent(tick.instrumentId(), unused -> new LongArrayList())
                    .addLong(tick.tickId());
        }

        int size() {
            return intendedNs.size();
        }

        /** Intended time of the tick at an index, from 0. */
        long intendedNs(int index) {
            return intendedNs.getLong(index);
        }

        /** Id of the newest tick of the pair sent before a snapshot was received. */
        long newest(int instrumentId, long receivedNs) {
            LongArrayList ids = idsByInstrument.get(instrumentId);
            int at = ids == null ? -1 : ids.size() - 1;
            while (ids != null && at >= 0 && sent(ids.getLong(at)) > receivedNs) {
                at--;
            }
            return ids == null || at < 0 ? NONE : ids.getLong(at);
        }

        /** Sent time of the first tick of a pair. The pair must have ticks. */
        long firstNs(int instrumentId) {
            return sent(
                    Objects.requireNonNull(idsByInstrument.get(instrumentId)).getLong(0));
        }

        /** Sent time of the last tick; {@code Long.MIN_VALUE} if there are none. */
        long lastNs() {
            return sentNs.isEmpty() ? Long.MIN_VALUE : sentNs.getLong(sentNs.size() - 1);
        }

        /** Number of ticks sent by a moment. */
        int sentBy(long momentNs) {
            int count = sentNs.size();
            while (count > 0 && sentNs.getLong(count - 1) > momentNs) {
                count--;
            }
            return count;
        }

        private long sent(long tickId) {
            return sentNs.getLong((int) (tickId - TickRecord.WARM_UP_BASE - 1));
        }
    }

    /**
     * Successive blocks of warm-up answers, and the criteria that the last blocks violate.
     *
     * <p>A block has a median, a tail (p90) and a backlog. The backlog is the number of ticks sent after the newest
     * answered tick, at the time of the block's last answer. A backlog counts if it is at least a block's size and the
     * median exceeds twice the fastest answer. A slow application without a queue also has many ticks in
     * flight, but its fastest answer is slow too. Not thread-safe.
     */
    private static final class WarmUpBlocks {
        /** A backlog is at least a block's size, and its answers waited in a queue. */
        static final String BACKLOG = "backlog";
        /** Tails can differ by this multiple of the tolerance of medians. */
        private static final int TAIL_FACTOR = 2;
        /** An answer slower than this multiple of the fastest one waited in a queue. */
        private static final int QUEUED_FACTOR = 2;

        private static final double TAIL = 0.9;

        private final RunPlan.WarmUp plan;
        private final LongArrayList medians = new LongArrayList();
        private final LongArrayList tails = new LongArrayList();
        private final LongArrayList backlogs = new LongArrayList();
        private final long[] block;
        private int size;

        WarmUpBlocks(RunPlan.WarmUp plan) {
            this.plan = plan;
            this.block = new long[plan.blockTicks()];
        }

        /** Adds an answer; returns whether it completed its block, whose backlog must be reported next. */
        boolean answered(long responseNs) {
            block[size++] = responseNs;
            if (size < block.length) {
                return false;
            }
            Arrays.sort(block);
            medians.addLong(block[size / 2]);
            tails.addLong(block[Math.min(size - 1, (int) (TAIL * size))]);
            size = 0;
            return true;
        }

        /** Sets the backlog of the block just completed. */
        void backlog(long ticks) {
            backlogs.addLong(ticks);
        }

        /**
         * Returns the criteria that the last blocks violate, as named in the manifest; empty if they are steady. Without enough
         * blocks to compare, the criterion is {@code blocks}.
         */
        List<String> unsteady(long fastestNs) {
            if (medians.size() < plan.blocks()) {
                return List.of("blocks");
            }
            List<String> unsteady = new ArrayList<>();
            if (!agree(medians(), plan.tolerance())) {
                unsteady.add("median");
            }
            if (!agree(tails(), TAIL_FACTOR * plan.tolerance())) {
                unsteady.add("tail");
            }
            if (behind(fastestNs)) {
                unsteady.add(BACKLOG);
            }
            return unsteady;
        }

        private static boolean agree(List<Long> figures, double tolerance) {
            long smallest = figures.stream().mapToLong(Long::longValue).min().orElseThrow();
            long largest = figures.stream().mapToLong(Long::longValue).max().orElseThrow();
            return largest <= smallest * (1 + tolerance);
        }

        private boolean behind(long fastestNs) {
            List<Long> last = backlogs();
            for (int i = 0; i < last.size(); i++) {
                if (last.get(i) >= plan.blockTicks() && queued(medians().get(i), fastestNs)) {
                    return true;
                }
            }
            return false;
        }

        /** Returns whether an answer waited in a queue, compared with the fastest one. */
        static boolean queued(long responseNs, long fastestNs) {
            return responseNs > QUEUED_FACTOR * fastestNs;
        }

        /** Medians of the last blocks, oldest first, in nanoseconds. */
        List<Long> medians() {
            return last(medians);
        }

        /** Tails of the last blocks, oldest first, in nanoseconds. */
        List<Long> tails() {
            return last(tails);
        }

        /** Backlogs at the ends of the last blocks, oldest first, in ticks. */
        List<Long> backlogs() {
            return last(backlogs);
        }

        private List<Long> last(LongArrayList figures) {
            List<Long> last = new ArrayList<>();
            for (int i = Math.max(0, figures.size() - plan.blocks()); i < figures.size(); i++) {
                last.add(figures.getLong(i));
            }
            return last;
        }
    }
}
