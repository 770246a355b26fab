package org.ticktoquote.analysis.audit;

import java.util.List;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/**
 * Estimates how long the application could not read its market data for lack of a CPU. Uses the harness process's samples,
 * about one per second.
 *
 * <p>If the application {@linkplain AuditStep#applicationCouldRun could not run} between two samples, it was starved for at
 * most the total CPU wait of its threads, at an unknown time. Without samples the estimate is 0.
 */
public final class StarvedApplication {
    public static final StarvedApplication NEVER = new StarvedApplication(List.of());

    private final List<Step> steps;

    /** Interval between two samples, with an upper bound of the starved time. */
    private record Step(TimeInterval span, long mostNs) {}

    private StarvedApplication(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    public static StarvedApplication of(RunAudit audit) {
        return new StarvedApplication(audit.steps(Role.HARNESS).stream()
                .filter(step -> !step.applicationCouldRun().orElse(true))
                .map(step -> new Step(
                        step.span(),
                        step.delta(Role.HARNESS, AuditSample.APPLICATION_RUN_DELAY_NS)
                                .orElse(0L)))
                .toList());
    }

    /** Returns an upper bound of the starved time between two times on the run's clock. */
    public long mostNs(long fromNs, long toNs) {
        TimeInterval asked = new TimeInterval(fromNs, toNs);
        long sum = 0;
        for (Step step : steps) {
            sum += Math.min(step.mostNs, step.span.sharedNs(asked));
        }
        return sum;
    }
}
