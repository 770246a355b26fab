package org.ticktoquote.analysis.summary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Self-audit of the harness.
 *
 * @param harnessProcesses replayer, clients and harness
 * @param stallLimitNs shortest pause that counts as a stall
 * @param stallCount stalls of all audited processes in the measured part
 * @param stalls the longest stalls, in time order
 * @param tail part of the response's tail affected by harness delays; null if the clients' stalls are unknown
 * @param connections one per session
 * @param harnessShare the harness's share of the response
 */
public record SelfAuditFigures(
        List<HarnessProcess> harnessProcesses,
        long stallLimitNs,
        long stallCount,
        List<Stall> stalls,
        @Nullable TailFigures tail,
        List<ConnectionSummary> connections,
        HarnessShare harnessShare) {
    public SelfAuditFigures {
        harnessProcesses = List.copyOf(harnessProcesses);
        stalls = List.copyOf(stalls);
        connections = List.copyOf(connections);
    }
}
