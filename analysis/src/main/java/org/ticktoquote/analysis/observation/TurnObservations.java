package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ticktoquote.analysis.audit.AuditStep;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;

/** Observes whether the application of a run by turns was idle in the turns of the other one, which it else disturbs. */
public final class TurnObservations {
    private TurnObservations() {}

    /** Returns the observation; empty for a run without turns, or too short for a sample within a turn. */
    public static List<Observation> of(RunManifest manifest, RunAudit audit) {
        TurnSchedule turns = manifest.turns();
        if (turns == null) {
            return List.of();
        }
        long usedNs = 0;
        long ofNs = 0;
        for (AuditStep step : audit.steps(Role.HARNESS)) {
            Optional<Long> cpu = step.delta(Role.HARNESS, AuditSample.APPLICATION_CPU_NS);
            if (cpu.isPresent() && isIn(turns.other(), step)) {
                usedNs += cpu.get();
                ofNs += step.lengthNs();
            }
        }
        ObservationList found = new ObservationList();
        if (ofNs > 0) {
            found.share(
                    Rule.BUSY_WHILE_IDLE,
                    usedNs,
                    ofNs,
                    String.format(
                            Locale.ROOT,
                            "The application used %.1f %% of a CPU in the turns of the other release, and can have slowed it.",
                            100.0 * usedNs / ofNs));
        }
        return found.all();
    }

    /** Returns whether a step is in one turn, after its settle time. */
    private static boolean isIn(TurnSchedule turns, AuditStep step) {
        long slice = turns.slice(Math.max(0, step.fromNs()) / 2);
        long fromNs = turns.turnNs(slice);
        return step.fromNs() >= fromNs + TurnSchedule.SETTLE_NS && step.toNs() <= fromNs + turns.lengthNs(slice);
    }
}
