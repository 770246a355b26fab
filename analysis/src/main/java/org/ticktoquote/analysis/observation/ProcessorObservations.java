package org.ticktoquote.analysis.observation;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ticktoquote.analysis.audit.RunAudit;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.analysis.validity.Rule;

/**
 * Whether replayer and clients got the processors that they wanted, and who had them otherwise: over the measured part as a
 * whole, and in each tenth of it, so that a burst does not hide in the average.
 */
public final class ProcessorObservations {
    private static final double STARVED = 0.5;
    private static final int PARTS = 10;
    /** Processes count about once a second: less cannot be told apart. */
    private static final long SHORTEST_NS = TimeUnit.SECONDS.toNanos(1);

    private static final double NS_PER_S = 1e9;

    private ProcessorObservations() {}

    /** In a fixed order, with the ones that found nothing. */
    public static List<Observation> of(RunAudit audit) {
        Processors whole = new Processors(audit.measured());
        Processors worst = Stream.concat(
                        Stream.of(whole),
                        audit.stretches(Math.max(SHORTEST_NS, audit.measuredNs() / PARTS)).stream()
                                .map(Processors::new))
                .max(Comparator.comparingDouble(Processors::waitedShare))
                .orElse(whole);
        double waited = worst.waitedShare();
        Found found = new Found();
        found.value(
                Rule.HARNESS_STARVED,
                millionths(waited),
                String.format(
                        Locale.ROOT,
                        "%s%.0f %% of the processors were in use, and the replayer or the clients waited for one for %.0f %% of the"
                                + " time that they wanted one. %s",
                        worst.equals(whole) ? "" : when(worst),
                        100 * worst.usedShare(),
                        100 * waited,
                        worst.owners()));
        found.value(
                Rule.APPLICATION_HAD_PROCESSORS,
                waited > STARVED ? millionths(worst.applicationShareOfUsed()) : 0,
                String.format(
                        Locale.ROOT,
                        "The replayer or the clients waited while the application had %.0f %% of the processor time in use: a run"
                                + " that is VOID is not repeated by a matrix.",
                        100 * worst.applicationShareOfUsed()));
        return found.all();
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
