package org.ticktoquote.analysis.statistics;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What runs say of how much was later than a value at the last client, in parts of 1: two quantities that
 * may differ widely.
 *
 * <p>Where there are two attributions of snapshots to ticks, interval and bracket hold those of both.
 *
 * @param valueNs that is exceeded
 * @param runs behind it
 * @param hours that they replayed
 * @param episodes of late ticks
 * @param quotes share of quotes: of the ticks
 * @param quotesLow lower end of its 95 % interval; null with fewer than ten independent episodes, and of a single run
 * @param quotesHigh upper end; null likewise
 * @param timeLow share of time at which a tick would have been late, at least
 * @param timeHigh at most, as far as ticks show it
 * @param independent episodes of equal weight that would say as much
 * @param fewerAnHour fewer episodes than these an hour, with 95 %
 * @param longestNs length of the longest episode seen, 100 ms at least
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

    /** Of runs of the same input; none without ticks or time. */
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
     * Beyond the largest value of all, where nothing was seen: beyond its bucket, 0.1 % above it at most. None where a tick was
     * lost, without ticks or time.
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

    /** Of runs of a regime, to be taken as a year of it. */
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

    /** Whether the share of quotes rests on ten independent episodes or more. */
    public boolean supported() {
        return independent >= Support.LEAST;
    }

    /** Share of time at most (95 %), while no episode is longer than {@link #longestNs}. */
    public double timeAtMost() {
        return Math.min(1, fewerAnHour * longestNs / NS_PER_HOUR);
    }
}
