package org.ticktoquote.analysis.audit;

import java.util.List;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/**
 * For how long the application could not have read its market data, because it got no processor: as far as the counts of the
 * harness's process say so, about once a second.
 *
 * <p>Between two counts in which it {@linkplain Stretch#applicationCouldRun could not run} that is as long as its threads
 * waited for a processor, together, and nobody knows when. Where nobody counted it is not known to be so.
 */
public final class StarvedApplication {
    /** Never. */
    public static final StarvedApplication NEVER = new StarvedApplication(List.of());

    private final List<Step> steps;

    /** Time between two counts, and for how much of it at most it got none. */
    private record Step(Span span, long mostNs) {}

    private StarvedApplication(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    /** In a run. */
    public static StarvedApplication of(RunAudit audit) {
        return new StarvedApplication(audit.steps(Role.HARNESS).stream()
                .filter(step -> !step.applicationCouldRun().orElse(true))
                .map(step -> new Step(
                        step.span(),
                        step.grown(Role.HARNESS, AuditSample.APPLICATION_RUN_DELAY_NS)
                                .orElse(0L)))
                .toList());
    }

    /** Of the time between two moments, on the run's clock, as much as it may have got no processor. */
    public long mostNs(long fromNs, long toNs) {
        Span asked = new Span(fromNs, toNs);
        long sum = 0;
        for (Step step : steps) {
            sum += Math.min(step.mostNs, step.span.sharedNs(asked));
        }
        return sum;
    }
}
