package org.ticktoquote.replayer.replay;

import java.util.Map;
import org.ticktoquote.core.hiccup.HiccupSummary;

/** The longer details of the replayer's status lines; their field names are a contract with the harness. */
final class Report {
    private Report() {}

    /** An application on a feed that it connects to. */
    record Peer(String peer) {}

    /**
     * {@code done}: the measured session is over.
     *
     * @param sent ticks handed to the feed, those that failed too
     * @param finished whether that was the whole window
     * @param t0Ns intended time of the first tick; 0 when there was no start
     * @param lag of the ticks that were sent, in nanoseconds; zeros when there were none
     * @param early ticks that left before their intended time: 0 unless the clock is broken
     * @param rollWaits ticks that waited for room in the journal
     * @param hiccups how late the process woke up, from its beginning
     */
    record Done(
            long sent,
            long sendErrors,
            boolean finished,
            long t0Ns,
            long endNs,
            LagStatistics.Percentiles lag,
            double driftNsPerS,
            long early,
            long rollWaits,
            Map<String, Long> feedFacts,
            HiccupSummary hiccups) {}
}
