package org.ticktoquote.harness.run;

import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.LongArrayList;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.harness.site.TickTail;

/** The warm-up ticks that were sent so far: a few longs each. Not thread-safe. */
final class SentTicks {
    private static final long NONE = SnapshotRecord.NO_ID;

    private final LongArrayList intendedNs = new LongArrayList();
    private final LongArrayList sentNs = new LongArrayList();
    private final Map<Integer, LongArrayList> idsByInstrument = new HashMap<>();

    void add(TickTail.SentTick tick) {
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

    private long sent(long tickId) {
        return sentNs.getLong((int) (tickId - TickRecord.WARM_UP_BASE - 1));
    }
}
