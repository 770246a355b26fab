package org.ticktoquote.benchmarks.gate;

import java.util.Locale;

/**
 * Prints how often the interval of a year of several regimes contains the truth (docs/benchmarks.md).
 *
 * <p>{@code java -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.gate.RegimeSimulation [TRIALS]}
 */
public final class RegimeSimulation {
    private static final int TRIALS = 500;
    private static final int RUNS = 5;
    private static final long SEED = 14;

    private RegimeSimulation() {}

    /** @param args years per line; 500 by default */
    @SuppressWarnings("SystemOut")
    public static void main(String... args) {
        int trials = args.length > 0 ? Integer.parseInt(args[0]) : TRIALS;
        System.out.print("year             runs differ by  unseen  holds the truth  upper end below it\n");
        for (RegimeCoverage.Year year : RegimeCoverage.Year.values()) {
            for (double runSpread : new double[] {0, 0.2}) {
                RegimeCoverage coverage = RegimeCoverage.of(year, RUNS, runSpread, trials, SEED);
                System.out.printf(
                        Locale.ROOT,
                        "%-16s %12.0f %%  %4.0f %%  %13.1f %%  %16.1f %%%n",
                        year.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        100 * runSpread,
                        coverage.unseen(),
                        coverage.held(),
                        coverage.tooLow());
            }
        }
    }
}
