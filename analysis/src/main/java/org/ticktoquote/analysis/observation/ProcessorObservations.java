package org.ticktoquote.analysis.observation;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Rule;
import org.ticktoquote.core.run.Role;

/**
 * Observes whether replayer and clients got the CPU time they needed, and who else used it. Evaluates the whole measured
 * part, windows of a tenth of it that start at each sample, and the intervals between samples. Averages therefore do not
 * hide a burst.
 */
public final class ProcessorObservations {
    private static final double STARVED = 0.5;
    /** Even without other load, threads of a process that wake together can wait for each other up to this share of time. */
    private static final double STARVED_BURST = 0.9;

    private static final int PARTS = 10;
    /** Sampling period of the processes; the shortest distinguishable interval. */
    private static final long MIN_NS = TimeUnit.SECONDS.toNanos(1);

    private static final double NS_PER_S = 1e9;

    private ProcessorObservations() {}

    /** Returns all observations in a fixed order, including those without a finding. */
    public static List<Observation> of(RunAudit audit) {
        Processors whole = Processors.of(audit.measured());
        Processors worst = Stream.concat(
                        Stream.of(whole),
                        audit.slidingWindows(Math.max(MIN_NS, audit.measuredNs() / PARTS)).stream()
                                .map(Processors::of))
                .max(Comparator.comparingDouble(Processors::waitedShare))
                .orElse(whole);
        double waited = worst.waitedShare();
        Processors burst = burst(audit).orElse(whole);
        double waitedThen = burst.equals(whole) ? 0 : burst.waitedShare();
        ObservationList found = new ObservationList();
        found.value(
                Rule.HARNESS_STARVED,
                millionths(waited),
                text(worst, worst.equals(whole) ? "" : when(worst), "the replayer or the clients"));
        found.value(
                Rule.HARNESS_STARVED_BURST,
                millionths(waitedThen),
                text(burst, when(burst), "the process " + burst.counting()));
        double application = Math.max(
                waited > STARVED ? worst.applicationShareOfUsed() : 0,
                waitedThen > STARVED_BURST ? burst.applicationShareOfUsed() : 0);
        found.value(
                Rule.APPLICATION_HAD_PROCESSORS,
                millionths(application),
                String.format(
                        Locale.ROOT,
                        "The replayer or the clients waited while the application used %.0f %% of the used processor time: if the"
                                + " run is VOID, a matrix does not repeat it.",
                        100 * application));
        return found.all();
    }

    /** Returns the sampling interval with the largest waiting share, among those shorter than a tenth of the measured part. */
    private static Optional<Processors> burst(RunAudit audit) {
        return Stream.of(Role.REPLAYER, Role.CLIENTS)
                .flatMap(role -> audit.steps(role).stream()
                        .filter(step -> step.lengthNs() < audit.measuredNs() / PARTS)
                        .map(step -> Processors.of(step, role)))
                .max(Comparator.comparingDouble(Processors::waitedShare));
    }

    private static String text(Processors processors, String when, String who) {
        return String.format(
                Locale.ROOT,
                "%s%.0f %% of the processors were in use, and %s waited for a processor in %.0f %% of the time they needed one. %s",
                when,
                100 * processors.usedShare(),
                who,
                100 * processors.waitedShare(),
                processors.owners());
    }

    private static String when(Processors worst) {
        return String.format(
                Locale.ROOT,
                "From %.1f s to %.1f s of the run ",
                worst.stretch().fromNs() / NS_PER_S,
                worst.stretch().toNs() / NS_PER_S);
    }

    private static double millionths(double share) {
        return Math.round(share * 1e6) / 1e6;
    }
}
