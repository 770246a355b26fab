package org.ticktoquote.analysis.observation;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ticktoquote.analysis.audit.AuditStep;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.summary.DrainFigures;
import org.ticktoquote.analysis.summary.MeasuredPart;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.TurnSchedule;

/** Observes the drain and, in a duet by turns, the application's CPU use during the other release's turns. */
public final class MeasuredPartObservations {
    private MeasuredPartObservations() {}

    /**
     * Returns all observations in a fixed order, including those without a finding.
     *
     * @param lost ticks x sessions without an answer when the clients stopped
     */
    public static List<Observation> of(RunManifest manifest, RunAudit audit, MeasuredPart part, long lost) {
        ObservationList found = new ObservationList();
        TurnSchedule turns = manifest.turns();
        if (turns != null) {
            busyWhileIdle(turns, audit, found);
        }
        found.count(Rule.DRAIN_TOO_SHORT, part.drain().answeredLate(), drain(part.drain(), lost));
        return found.all();
    }

    /**
     * Observes the application's CPU use during the other release's turns, as it can slow that release. Adds nothing if no
     * sample lies within such a turn.
     */
    private static void busyWhileIdle(TurnSchedule turns, RunAudit audit, ObservationList found) {
        long usedNs = 0;
        long ofNs = 0;
        for (AuditStep step : audit.steps(Role.HARNESS)) {
            Optional<Long> cpu = step.delta(Role.HARNESS, AuditSample.APPLICATION_CPU_NS);
            if (cpu.isPresent() && isIn(turns.other(), step)) {
                usedNs += cpu.get();
                ofNs += step.lengthNs();
            }
        }
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
    }

    private static String drain(DrainFigures drain, long lost) {
        String open = lost == 0
                ? "."
                : " for these. Unanswered when the clients stopped, and not charged to the application: " + lost + ".";
        return drain.answeredLate() + " due ticks x sessions were answered after the drain of "
                + DurationText.format(drain.drainNs()) + ". --drain " + drain.sufficient() + " would have sufficed"
                + open;
    }

    /** Returns whether a step is in one turn, after its settle time. */
    private static boolean isIn(TurnSchedule turns, AuditStep step) {
        long slice = turns.slice(Math.max(0, step.fromNs()) / 2);
        long fromNs = turns.turnNs(slice);
        return step.fromNs() >= fromNs + TurnSchedule.SETTLE_NS && step.toNs() <= fromNs + turns.lengthNs(slice);
    }
}
