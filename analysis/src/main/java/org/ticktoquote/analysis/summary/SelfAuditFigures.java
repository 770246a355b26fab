package org.ticktoquote.analysis.summary;

import java.util.List;

/**
 * What the harness found out about itself.
 *
 * @param harnessProcesses replayer, clients and harness
 * @param stallLimitNs from which on a pause counts as a stall
 * @param stallCount of all processes in the measured part
 * @param stalls the longest of them, by rising time
 * @param tail how much of the response's tail they touched
 * @param connections one for each session
 * @param harnessShare of the response
 */
public record SelfAuditFigures(
        List<HarnessProcess> harnessProcesses,
        long stallLimitNs,
        long stallCount,
        List<Stall> stalls,
        TailFigures tail,
        List<ConnectionSummary> connections,
        HarnessShare harnessShare) {
    /** Nothing was audited: for a summary made by hand. */
    public static final SelfAuditFigures NONE = new SelfAuditFigures(
            List.of(),
            0,
            0,
            List.of(),
            new TailFigures(0, 0, false),
            List.of(),
            new HarnessShare(null, ShareFigures.NONE, ShareFigures.NONE));

    public SelfAuditFigures {
        harnessProcesses = List.copyOf(harnessProcesses);
        stalls = List.copyOf(stalls);
        connections = List.copyOf(connections);
    }
}
