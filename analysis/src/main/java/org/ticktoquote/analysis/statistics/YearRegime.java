package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.stream.Stream;

/**
 * Kind of trading hour, as observed in runs.
 *
 * @param name regime's name, such as {@code NFP replay}
 * @param hoursPerYear hours of this kind: 12 for the announcements of a year, not all 6,240 h of trading
 * @param runs runs that represent the regime
 */
public record YearRegime(String name, double hoursPerYear, List<Hours> runs) {
    private static final double NS_PER_HOUR = 3.6e12;
    private static final double BEYOND_P99 = 0.01;
    private static final long MIN_LENGTH_NS = 100_000_000;

    /** Length and ticks of one run. */
    public record Hours(long spanNs, ClientStatistics ticks) {
        private long longestNs(long valueNs) {
            List<Long> valuesNs = ticks.values().valuesNs();
            long largestNs = valuesNs.isEmpty() ? 0 : valuesNs.get(valuesNs.size() - 1);
            Stream<Exceedance> tail = Stream.concat(ticks.ranks().stream(), ticks.thresholds().stream())
                    .filter(level -> level.late() <= BEYOND_P99 * ticks.ticks());
            long most = Stream.concat(tail, Stream.of(ticks.beyond(valueNs)))
                    .mapToLong(Exceedance::largest)
                    .max()
                    .orElse(0);
            double inTicksNs = ticks.ticks() == 0 ? 0 : (double) most * spanNs / ticks.ticks();
            return Math.max(MIN_LENGTH_NS, Math.max(largestNs, Math.round(inTicksNs)));
        }
    }

    public YearRegime {
        runs = List.copyOf(runs);
    }

    /**
     * Creates a regime from the last-client statistics of runs.
     *
     * @param attribution 0 for the latest attribution, 1 for the other; the only one serves as both
     */
    public static YearRegime of(String name, double hoursPerYear, List<RunStatistics> runs, int attribution) {
        return new YearRegime(
                name,
                hoursPerYear,
                runs.stream()
                        .map(run -> new Hours(run.spanNs(), lastClient(run, attribution)))
                        .toList());
    }

    private static ClientStatistics lastClient(RunStatistics run, int attribution) {
        List<Attributed> attributions = run.attributions();
        return attributions.get(Math.min(attribution, attributions.size() - 1)).lastClient();
    }

    /** Returns the number of hours replayed. */
    public double replayed() {
        return runs.stream().mapToLong(Hours::spanNs).sum() / NS_PER_HOUR;
    }

    /** Returns the number of episodes of ticks later than a value, over all runs. */
    public long episodes(long valueNs) {
        return runs.stream()
                .mapToLong(run -> run.ticks().beyond(valueNs).episodes())
                .sum();
    }

    /**
     * Returns whether more than half of the ticks of any run were later than a value; their episodes are then not counted.
     */
    public boolean mostlyLater(long valueNs) {
        return runs.stream().anyMatch(run -> run.ticks().mostlyLater(valueNs));
    }

    /**
     * Estimates the length of the longest episode beyond a value or any from p99 on, at least 100 ms. It is the largest
     * value, or the time that the ticks of the largest episode take at an even rate if that is longer.
     */
    long longestNs(long valueNs) {
        return runs.stream().mapToLong(run -> run.longestNs(valueNs)).max().orElse(MIN_LENGTH_NS);
    }

    public long ticks() {
        return runs.stream().mapToLong(run -> run.ticks().ticks()).sum();
    }
}
