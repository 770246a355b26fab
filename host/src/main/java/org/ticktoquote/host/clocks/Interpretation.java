package org.ticktoquote.host.clocks;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.clocks.ClockMeasurements.CostFigures;
import org.ticktoquote.host.clocks.ClockMeasurements.Resolution;
import org.ticktoquote.host.clocks.CpuOffsetExperiment.CpuOffset;
import org.ticktoquote.host.nativeclock.ClockFacts;

/**
 * Meaning of the measurements for a run, in plain words.
 *
 * @param clock source of all time stamps of a run
 * @param costNs median time of one reading
 * @param trustedNs smallest difference between two latencies that the clock can resolve
 * @param text one paragraph
 */
record Interpretation(String clock, double costNs, double trustedNs, String text) {

    /**
     * Measurements that the text is based on.
     *
     * @param reason why {@code System.nanoTime} is the clock of a run
     * @param nanoTime cost of a reading
     * @param resolution steps of that clock
     * @param offsets differences of that clock between CPUs; empty with one CPU, null if they could not be measured
     * @param violations readings out of order, across CPUs and across processes
     * @param ordered whether both orders could be checked
     * @param steered figures of {@code TscClock}; null if unavailable
     */
    record Findings(
            String reason,
            CostFigures nanoTime,
            Resolution resolution,
            @Nullable List<CpuOffset> offsets,
            long violations,
            boolean ordered,
            @Nullable Steered steered) {}

    /**
     * Figures of a recalibrated counter.
     *
     * @param cost cost of a reading
     * @param errorBoundNs worst error bound
     */
    record Steered(CostFigures cost, double errorBoundNs) {}

    static Interpretation of(Findings found) {
        double cost = found.nanoTime().perCallNs().p50();
        double trusted = roundedUp(trustedNs(found));
        return new Interpretation(ClockFacts.NANO_TIME, cost, trusted, text(found, cost, trusted));
    }

    /**
     * Returns the smallest difference between two latencies that the clock can resolve. Takes p99 of the cost plus one step
     * as the error of a reading. A latency can also be wrong by the largest possible offset between two CPUs. The difference
     * between two latencies can be wrong by twice the sum.
     */
    private static double trustedNs(Findings found) {
        double offset = Stream.ofNullable(found.offsets())
                .flatMap(List::stream)
                .mapToDouble(CpuOffset::atMostNs)
                .max()
                .orElse(0);
        return 2 * (found.nanoTime().perCallNs().p99() + found.resolution().smallestNs() + offset);
    }

    /** Rounds up to two significant digits. */
    static double roundedUp(double ns) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, ns))) - 1));
        return Math.ceil(ns / unit) * unit;
    }

    private static String text(Findings found, double cost, double trusted) {
        StringBuilder text = new StringBuilder();
        add(
                text,
                "The harness takes its time stamps from %s here. %s One stamp costs %.0f ns (median; 99 %% of blocks:"
                        + " %.0f ns a call or less), and each tick and each snapshot takes one.",
                ClockFacts.NANO_TIME,
                found.reason(),
                cost,
                found.nanoTime().perCallNs().p99());
        steered(text, found);
        order(text, found);
        add(
                text,
                " The clock's smallest step is %.0f ns. With the cost of a stamp %s, two latencies"
                        + " must differ by more than %.0f ns for the clock to resolve the difference. Scheduling and"
                        + " idle CPUs add far more (see the tables). Every figure of a run has an error of at least 1 us.",
                found.resolution().smallestNs(),
                found.offsets() == null
                        ? "alone, because the offset between CPUs could not be measured"
                        : "and the offset between CPUs",
                trusted);
        return text.toString();
    }

    private static void steered(StringBuilder text, Findings found) {
        Steered steered = found.steered();
        if (steered != null) {
            double saved = found.nanoTime().perCallNs().p50()
                    - steered.cost().perCallNs().p50();
            add(
                    text,
                    " A recalibrated counter (TscClock) would %s %.0f ns a stamp and be wrong by up to %.0f ns in each"
                            + " process.",
                    saved > 0 ? "save" : "cost another",
                    Math.abs(saved),
                    steered.errorBoundNs());
        }
    }

    private static void order(StringBuilder text, Findings found) {
        if (found.violations() == 0 && !found.ordered()) {
            add(text, " The order of readings across CPUs or processes could not be checked (see the tables).");
        } else if (found.violations() == 0) {
            add(text, " No reading on any CPU or in another process was out of order.");
        } else {
            add(
                    text,
                    " %,d readings were OUT OF ORDER across CPUs or processes: no latency between them can be trusted"
                            + " on this machine until this is fixed (clock source, time namespace, hypervisor).",
                    found.violations());
        }
    }

    private static void add(StringBuilder text, String form, Object... values) {
        text.append(String.format(Locale.ROOT, form, values));
    }
}
