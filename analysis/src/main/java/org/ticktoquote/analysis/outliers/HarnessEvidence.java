package org.ticktoquote.analysis.outliers;

import java.util.List;
import java.util.OptionalLong;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.Role;

/** Converts stalls of the clients to evidence. Stalls of the replayer are part of the replay lag. */
final class HarnessEvidence {
    private HarnessEvidence() {}

    static CauseEvidence of(RunAudit audit) {
        List<EvidenceInterval> stalls = audit.stalls(Role.CLIENTS).stream()
                .map(stall -> new EvidenceInterval(
                        stall.fromNs(),
                        stall.toNs(),
                        stall.toNs() - stall.fromNs(),
                        "clients",
                        "stalled for " + DurationText.format(stall.toNs() - stall.fromNs())
                                + (stall.cause().equals("gc") ? ", by garbage collection" : "")))
                .toList();
        String missing = audit.damage(Role.CLIENTS);
        return new CauseEvidence(
                Cause.HARNESS,
                "self-audit of the clients",
                stalls,
                stalls.isEmpty() ? missing : "",
                stalls.isEmpty() ? "" : missing,
                0,
                OptionalLong.empty());
    }
}
