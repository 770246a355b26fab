package org.ticktoquote.harness.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.agrona.collections.LongArrayList;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.harness.hosts.SentTick;

/** The warm-up ticks that were sent so far: a few longs each. Not thread-safe. */
final class SentWarmUpTicks {
    private static final long NONE = SnapshotRecord.NO_ID;

    private final LongArrayList intendedNs = new LongArrayList();
    private final LongArrayList sentNs = new LongArrayList();
    private final Map<Integer, LongArrayList> idsByInstrument = new HashMap<>();

    /** Whether there were any. */
    boolean addAll(List<SentTick> ticks) {
        ticks.forEach(this::add);
        return !ticks.isEmpty();
    }

    private void add(SentTick tick) {
        intendedNs.addLong(tick.intendedNs());
        sentNs.addLong(tick.sentNs());
        idsByInstrument
                .computeIfAbsent(tick.instrumentId(), unused -> new LongArrayList())
                .addLong(tick.tickId());
    }

    int size() {
        return intendedNs.size();
    }

    /** Of the tick at a place, from 0. */
    long intendedNs(int index) {
        return intendedNs.getLong(index);
    }

    /** The id of the newest tick of the pair that had been sent when a snapshot of it was received. */
    long newest(int instrumentId, long receivedNs) {
        LongArrayList ids = idsByInstrument.get(instrumentId);
        int at = ids == null ? -1 : ids.size() - 1;
        while (ids != null && at >= 0 && sent(ids.getLong(at)) > receivedNs) {
            at--;
        }
        return ids == null || at < 0 ? NONE : ids.getLong(at);
    }

    /** When the first tick of a pair was sent that has one. */
    long firstNs(int instrumentId) {
        return sent(Objects.requireNonNull(idsByInstrument.get(instrumentId)).getLong(0));
    }

    /** When the last tick of all was sent; before everything when there is none. */
    long lastNs() {
        return sentNs.isEmpty() ? Long.MIN_VALUE : sentNs.getLong(sentNs.size() - 1);
    }

    /** How many had been sent at a moment. */
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
