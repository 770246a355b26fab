package org.ticktoquote.benchmarks.gate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Prints how often the 95 % intervals of percentiles and of times per year contain the truth (docs/benchmarks.md).
 *
 * <p>{@code java -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.gate.IntervalSimulation [TRIALS
 * [REGIME...]]}
 */
public final class IntervalSimulation {
    private static final int TRIALS = 200;
    private static final int TRUTH_RUNS = 2_000;
    private static final List<Integer> RUNS = List.of(1, 3, 5, 10);
    private static final long SEED = 37;

    private IntervalSimulation() {}

    /** @param args trials per line, 200 by default, and names of regimes, all by default */
    @SuppressWarnings("SystemOut")
    public static void main(String... args) {
        int trials = args.length > 0 ? Integer.parseInt(args[0]) : TRIALS;
        List<String> names = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
        System.out.print(
                "regime          ticks  runs |  p50           |  p90           |  p99           |  p99.9         | year: held,"
                        + " episodes, time\n");
        for (IntervalRegime regime : IntervalRegime.values()) {
            if (names.isEmpty() || names.contains(name(regime))) {
                print(regime, false, trials);
                print(regime, true, trials);
            }
        }
    }

    private static String name(IntervalRegime regime) {
        return regime.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @SuppressWarnings("SystemOut")
    private static void print(IntervalRegime regime, boolean bursty, int trials) {
        IntervalCoverage coverage = new IntervalCoverage(regime, bursty, TRUTH_RUNS, trials, SEED);
        for (int runs : RUNS) {
            IntervalCoverage.Result result = coverage.of(runs);
            StringBuilder line = new StringBuilder(
                    String.format(Locale.ROOT, "%-15s %-6s %4d", name(regime), bursty ? "bursty" : "even", runs));
            for (IntervalCoverage.Percentile percentile : result.percentiles()) {
                line.append(" | ").append(text(percentile, trials));
            }
            System.out.println(line.append(" | ").append(text(result.year(), trials)));
        }
    }

    /**
     * Formats the percentage of intervals that contain the truth, their median width, and the percentage of trials with an
     * interval.
     */
    private static String text(IntervalCoverage.Percentile percentile, int trials) {
        return percentile.given() == 0
                ? "  -      -    0"
                : String.format(
                        Locale.ROOT,
                        "%3.0f x%-6.2f %3.0f",
                        GateTrials.percent(percentile.held(), percentile.given()),
                        percentile.width(),
                        GateTrials.percent(percentile.given(), trials));
    }

    private static String text(IntervalCoverage.Year year, int trials) {
        return (year.given() == 0
                        ? "  -"
                        : String.format(Locale.ROOT, "%3.0f", GateTrials.percent(year.held(), year.given())))
                + String.format(Locale.ROOT, " of %3.0f", GateTrials.percent(year.given(), trials))
                + (year.few() == 0
                        ? ",   -,   -"
                        : String.format(
                                Locale.ROOT,
                                ", %3.0f, %3.0f",
                                GateTrials.percent(year.bounded(), year.few()),
                                GateTrials.percent(year.timeBounded(), year.few())));
    }
}
