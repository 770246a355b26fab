package org.ticktoquote.replayer.replay;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.ticktoquote.core.control.ReplayerProtocol;
import org.ticktoquote.core.hiccup.HiccupSummary;

/** Longer details of the replayer's status lines. The harness relies on their field names. */
final class StatusDetails {
    private StatusDetails() {}

    /** Application that connects to or disconnects from a feed. */
    record Peer(String peer) {}

    /**
     * {@code done}: the measured session is over.
     *
     * @param replayed figures for the harness
     * @param lag of the ticks sent, in nanoseconds; zeros without ticks
     * @param early ticks that left before their intended time; 0 unless the clock is broken
     * @param rollWaits ticks that waited for disk space of the journal
     * @param hiccups of the process since its start
     */
    record Done(
            @JsonUnwrapped ReplayerProtocol.Replayed replayed,
            LagStatistics.Percentiles lag,
            double driftNsPerS,
            long early,
            long rollWaits,
            HiccupSummary hiccups) {}
}
