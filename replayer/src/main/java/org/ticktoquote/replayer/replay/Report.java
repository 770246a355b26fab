package org.ticktoquote.replayer.replay;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.ticktoquote.core.control.ReplayerLines;
import org.ticktoquote.core.hiccup.HiccupSummary;

/** The longer details of the replayer's status lines; their field names are a contract with the harness. */
final class Report {
    private Report() {}

    /** An application on a feed that it connects to. */
    record Peer(String peer) {}

    /**
     * {@code done}: the measured session is over.
     *
     * @param replayed what the harness reads
     * @param lag of the ticks that were sent, in nanoseconds; zeros when there were none
     * @param early ticks that left before their intended time: 0 unless the clock is broken
     * @param rollWaits ticks that waited for room in the journal
     * @param hiccups how late the process woke up, from its beginning
     */
    record Done(
            @JsonUnwrapped ReplayerLines.Replayed replayed,
            LagStatistics.Percentiles lag,
            double driftNsPerS,
            long early,
            long rollWaits,
            HiccupSummary hiccups) {}
}
