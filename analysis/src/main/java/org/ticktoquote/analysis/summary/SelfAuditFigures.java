package org.ticktoquote.analysis.summary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the harness found out about itself.
 *
 * @param harnessProcesses replayer, clients and harness
 * @param stallLimitNs from which on a pause counts as a stall
 * @param stallCount of all processes in the measured part, as far as they are known
 * @param stalls the longest of them, by rising time
 * @param tail how much of the response's tail they touched; null where the stalls of the clients are not known
 * @param connections one for each session
 * @param harnessShare of the response
 */
public record SelfAuditFigures(
        List<HarnessProcess> harnessProcesses,
        long stallLimitNs,
        long stallCount,
        List<Stall> stalls,
        @Nullable TailFigures tail,
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
