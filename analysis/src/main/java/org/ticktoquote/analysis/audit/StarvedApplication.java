package org.ticktoquote.analysis.audit;

import java.util.Map;
import java.util.stream.Collectors;
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
    public static final StarvedApplication NEVER = new StarvedApplication(Map.of());

    /** Upper bounds of the starved time by interval between two samples. */
    private final Map<TimeInterval, Long> mostNs;

    private StarvedApplication(Map<TimeInterval, Long> mostNs) {
        this.mostNs = Map.copyOf(mostNs);
    }

    public static StarvedApplication of(RunAudit audit) {
        return new StarvedApplication(audit.steps(Role.HARNESS).stream()
                .filter(step -> !step.applicationCouldRun().orElse(true))
                .collect(Collectors.toMap(
                        AuditStep::span,
                        step -> step.delta(Role.HARNESS, AuditSample.APPLICATION_RUN_DELAY_NS)
                                .orElse(0L))));
    }

    /** Returns an upper bound of the starved time between two times on the run's clock. */
    public long mostNs(long fromNs, long toNs) {
        TimeInterval asked = new TimeInterval(fromNs, toNs);
        long sum = 0;
        for (Map.Entry<TimeInterval, Long> step : mostNs.entrySet()) {
            sum += Math.min(step.getValue(), step.getKey().sharedNs(asked));
        }
        return sum;
    }
}
