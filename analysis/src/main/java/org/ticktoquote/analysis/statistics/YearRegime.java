package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.stream.Stream;

/**
 * A kind of hour, as runs showed it.
 *
 * @param name as in {@code NFP replay}
 * @param hoursPerYear that are of this kind: 12 for the announcements of a year, not all 6,240 h of trading
 * @param runs of it
 */
public record YearRegime(String name, double hoursPerYear, List<Hours> runs) {
    private static final double NS_PER_HOUR = 3.6e12;
    private static final double BEYOND_P99 = 0.01;
    private static final long LEAST_LENGTH_NS = 100_000_000;

    /** One run: its length and its ticks. */
    public record Hours(long spanNs, ClientStatistics ticks) {
        private long longestNs() {
            List<Long> valuesNs = ticks.values().valuesNs();
            long largestNs = valuesNs.isEmpty() ? 0 : valuesNs.get(valuesNs.size() - 1);
            long most = Stream.concat(ticks.ranks().stream(), ticks.thresholds().stream())
                    .filter(level -> level.late() <= BEYOND_P99 * ticks.ticks())
                    .mapToLong(Level::largest)
                    .max()
                    .orElse(0);
            double inTicksNs = ticks.ticks() == 0 ? 0 : (double) most * spanNs / ticks.ticks();
            return Math.max(LEAST_LENGTH_NS, Math.max(largestNs, Math.round(inTicksNs)));
        }
    }

    public YearRegime {
        runs = List.copyOf(runs);
    }

    /**
     * As runs show it at their last client.
     *
     * @param attribution 0 for the one that answers latest, 1 for the other; where there is only one it is both
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

    /** Hours that were replayed. */
    public double replayed() {
        return runs.stream().mapToLong(Hours::spanNs).sum() / NS_PER_HOUR;
    }

    /** Of ticks later than a value, in all its runs. */
    public long episodes(long valueNs) {
        return runs.stream()
                .mapToLong(run -> run.ticks().beyond(valueNs).episodes())
                .sum();
    }

    /** Whether some run was later than a value more often than not: then nobody counted its episodes. */
    public boolean mostlyLater(long valueNs) {
        return runs.stream().anyMatch(run -> run.ticks().mostlyLater(valueNs));
    }

    /**
     * Length of the longest episode that its runs show beyond any value from p99 on: of the largest value, and of the episode
     * with the most ticks, as if ticks came evenly; 100 ms at least.
     */
    long longestNs() {
        return runs.stream().mapToLong(Hours::longestNs).max().orElse(LEAST_LENGTH_NS);
    }

    /** Ticks of all its runs. */
    public long ticks() {
        return runs.stream().mapToLong(run -> run.ticks().ticks()).sum();
    }
}
