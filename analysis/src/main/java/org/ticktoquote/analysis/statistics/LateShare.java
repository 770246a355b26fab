package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Share of quotes, and of time, later than a value at the last client, as fractions. The two can differ widely.
 *
 * <p>If there are two attributions of snapshots to ticks, the interval and the bounds of time cover both.
 *
 * @param valueNs value exceeded
 * @param runs number of runs
 * @param hours hours replayed
 * @param episodes number of episodes of late ticks
 * @param quotes share of quotes, which is the share of ticks
 * @param quotesLow lower end of its 95 % interval; null with fewer than ten independent episodes or a single run
 * @param quotesHigh upper end; null if {@code quotesLow} is
 * @param timeLow lower bound of the share of time at which a tick would have been late
 * @param timeHigh upper bound, ignoring pauses that affect no tick
 * @param independent number of equivalent episodes of equal weight
 * @param fewerAnHour 95 % upper bound of the episodes per hour
 * @param longestNs length of the longest episode seen, at least 100 ms
 */
public record LateShare(
        long valueNs,
        int runs,
        double hours,
        long episodes,
        double quotes,
        @Nullable Double quotesLow,
        @Nullable Double quotesHigh,
        double timeLow,
        double timeHigh,
        double independent,
        double fewerAnHour,
        long longestNs) {
    private static final double NS_PER_HOUR = 3.6e12;

    /** Computes the share for runs of the same input; empty without ticks or time. */
    public static Optional<LateShare> of(long valueNs, List<RunStatistics> runs) {
        YearRegime latest = YearRegime.of("replay", 1, runs, 0);
        YearRegime soonest = YearRegime.of("replay", 1, runs, 1);
        List<YearRegime> regimes = soonest.equals(latest) ? List.of(latest) : List.of(latest, soonest);
        boolean empty = regimes.stream().anyMatch(regime -> regime.replayed() <= 0 || regime.ticks() == 0);
        return empty
                ? Optional.empty()
                : regimes.stream().map(regime -> of(valueNs, regime)).reduce(LateShare::with);
    }

    /**
     * Computes the share beyond the largest value, which no tick exceeded. Uses the end of its bucket, at most 0.1 % higher.
     * Empty if a tick was lost, or without ticks or time.
     */
    public static Optional<LateShare> beyondAll(List<RunStatistics> runs) {
        List<ClientStatistics> all = runs.stream()
                .flatMap(run -> run.attributions().stream())
                .map(Attributed::lastClient)
                .toList();
        OptionalLong largest = all.stream()
                .flatMap(run -> run.values().valuesNs().stream())
                .mapToLong(Long::longValue)
                .max();
        return largest.isEmpty() || all.stream().anyMatch(run -> run.lost() > 0)
                ? Optional.empty()
                : of(largest.getAsLong(), runs);
    }

    /** Computes the share for the runs of a regime, scaled to its hours per year. */
    public static LateShare of(long valueNs, YearRegime regime) {
        YearlyTime share = YearlyTime.of(valueNs, List.of(regime));
        return new LateShare(
                valueNs,
                regime.runs().size(),
                regime.replayed(),
                share.episodes(),
                share.quotesHours(),
                share.ofSeveralRuns() ? share.quotesLowHours() : null,
                share.ofSeveralRuns() ? share.quotesHighHours() : null,
                share.timeLowHours(),
                share.timeHighHours(),
                share.independent(),
                share.fewerEpisodes(),
                share.longestNs());
    }

    private LateShare with(LateShare other) {
        return new LateShare(
                valueNs,
                runs,
                hours,
                Math.max(episodes, other.episodes),
                quotes,
                quotesLow == null || other.quotesLow == null ? null : (Double) Math.min(quotesLow, other.quotesLow),
                quotesHigh == null || other.quotesHigh == null ? null : (Double) Math.max(quotesHigh, other.quotesHigh),
                Math.min(timeLow, other.timeLow),
                Math.max(timeHigh, other.timeHigh),
                Math.min(independent, other.independent),
                Math.max(fewerAnHour, other.fewerAnHour),
                Math.max(longestNs, other.longestNs));
    }

    /** Returns whether the share of quotes is based on ten or more independent episodes. */
    public boolean supported() {
        return independent >= Support.MIN_INDEPENDENT;
    }

    /**
     * Returns the 95 % upper bound of the share of time, provided that no episode is longer than {@link #longestNs}; at
     * least what was seen.
     */
    public double timeAtMost() {
        return Math.min(1, Math.max(timeHigh, fewerAnHour * longestNs / NS_PER_HOUR));
    }
}
