package org.ticktoquote.analysis.outliers;

import java.util.List;
import java.util.OptionalLong;
import org.ticktoquote.analysis.audit.ControlAudit;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.evidence.CauseEvidence;
import org.ticktoquote.analysis.evidence.EvidenceInterval;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.RunManifest;

/** Converts late wake-ups of the control JVM to evidence, each from the intended to the actual time. */
final class MachineEvidence {
    private static final String SOURCE = "control JVM";

    private MachineEvidence() {}

    static CauseEvidence of(RunManifest manifest, RunAudit audit) {
        String fact = manifest.observed()
                .host()
                .getOrDefault(RunManifest.CONTROL_FACT, RunManifest.NO_EVIDENCE + "not requested (--control-jvm)");
        if (fact.startsWith(RunManifest.NO_EVIDENCE)) {
            String reason = fact.substring(RunManifest.NO_EVIDENCE.length());
            return new CauseEvidence(Cause.MACHINE, SOURCE, List.of(), reason, "", 0, OptionalLong.empty());
        }
        ControlAudit control = audit.control();
        List<EvidenceInterval> late = control.late().stream()
                .map(stall -> new EvidenceInterval(
                        stall.fromNs(),
                        stall.toNs(),
                        stall.toNs() - stall.fromNs(),
                        SOURCE,
                        "woke " + DurationText.format(stall.toNs() - stall.fromNs()) + " late"))
                .toList();
        String missing = control.damage();
        return new CauseEvidence(
                Cause.MACHINE,
                SOURCE,
                late,
                late.isEmpty() ? missing : "",
                late.isEmpty() ? "" : missing,
                0,
                control.costNs());
    }
}
