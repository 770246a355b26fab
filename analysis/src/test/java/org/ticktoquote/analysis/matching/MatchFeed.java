package org.ticktoquote.analysis.matching;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/** Feeds ticks and snapshots to a matcher in order of time. Events at the same time keep the order added. */
final class MatchFeed {
    private final Matcher matcher;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
    private final TreeMap<Long, List<Runnable>> timeline = new TreeMap<>();

    MatchFeed(Matcher matcher) {
        this.matcher = matcher;
    }

    void at(long ns, Runnable happens) {
        timeline.computeIfAbsent(ns, any -> new ArrayList<>()).add(happens);
    }

    void tick(long id, long intendedNs, long sentNs, int pair, int venue, long dueTiers) {
        at(sentNs, () -> {
            TickRecord.putTimes(buffer, 0, id, intendedNs, sentNs, 0);
            TickRecord.putSource(buffer, 0, 0, pair, venue, 3);
            matcher.tick(new TickRecord(buffer, 0), dueTiers);
        });
    }

    /** Adds a snapshot whose event follows its receive time by the clock uncertainty. */
    void snapshot(int session, int pair, long receivedNs, long uncertaintyNs, int flags, long id) {
        at(receivedNs + uncertaintyNs, () -> {
            SnapshotRecord.putArrival(buffer, 0, receivedNs, 1, 0);
            SnapshotRecord.putEvent(buffer, 0, SnapshotRecord.SNAPSHOT, flags, pair, 1, 0);
            SnapshotRecord.putTop(buffer, 0, id, 1, 1, 1, 1);
            matcher.event(session, new SnapshotRecord(buffer, 0));
        });
    }

    void run() {
        timeline.values().forEach(moment -> moment.forEach(Runnable::run));
    }
}
