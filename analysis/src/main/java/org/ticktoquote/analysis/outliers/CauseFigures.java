package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualFigure;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.Exceedance;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.YearRegime;

/**
 * Effect of one cause on the late ticks of runs.
 *
 * @param cause its key
 * @param label cause's name for users
 * @param episodes number of episodes in which it has the largest part
 * @param ticks late ticks of those episodes
 * @param beyondP99 its share of the time beyond p99, 0..1; null if p99 is unknown or no response is longer
 * @param beyondP999 its share of the time beyond p99.9
 * @param longestNs worst response of its episodes
 * @param perYear time per year of the ticks of its episodes; null with fewer than ten independent episodes, and always null
 * in {@link RunOutliers}
 */
public record CauseFigures(
        String cause,
        String label,
        long episodes,
        long ticks,
        @Nullable Double beyondP99,
        @Nullable Double beyondP999,
        long longestNs,
        @Nullable TimePerYear perYear) {
    /** Placeholder value, because ticks of a cause are counted beyond each run's own threshold. */
    private static final long LATE = 1;

    /** Returns the prefix of its share; empty unless the share is an upper bound. */
    public String bound() {
        return LateCause.bound(cause);
    }

    /** Returns the figures of one run in the order of {@link LateCause#ALL}, without times per year. */
    static List<CauseFigures> of(Map<String, CauseTally> tallies) {
        return LateCause.ALL.stream()
                .map(cause -> figures(cause, tallies, null))
                .toList();
    }

    /** Returns the figures of a case's runs in the same order, with times per year for the hours of their regime. */
    static List<CauseFigures> of(List<RunOutliers> runs, Annualisation annual) {
        Map<String, CauseTally> sums = LateCause.tallies();
        runs.forEach(run -> sums.forEach((cause, sum) -> sum.add(tally(run.tallies(), cause))));
        return LateCause.ALL.stream()
                .map(cause -> figures(cause, sums, year(cause.key(), runs, annual)))
                .toList();
    }

    private static CauseTally tally(Map<String, CauseTally> tallies, String cause) {
        return Objects.requireNonNull(tallies.get(cause), cause);
    }

    private static CauseFigures figures(LateCause cause, Map<String, CauseTally> tallies, @Nullable TimePerYear year) {
        CauseTally tally = tally(tallies, cause.key());
        return new CauseFigures(
                cause.key(),
                cause.label(),
                tally.episodes(),
                tally.ticks(),
                share(tally, tallies, CauseTally::beyondP99Ns),
                share(tally, tallies, CauseTally::beyondP999Ns),
                tally.longestNs(),
                year);
    }

    private static @Nullable Double share(
            CauseTally one, Map<String, CauseTally> tallies, ToDoubleFunction<CauseTally> beyond) {
        double all = tallies.values().stream().mapToDouble(beyond).sum();
        return all == 0 ? null : (Double) (beyond.applyAsDouble(one) / all);
    }

    /** Returns null with too few independent episodes. */
    private static @Nullable TimePerYear year(String cause, List<RunOutliers> runs, Annualisation annual) {
        List<Exceedance> levels = runs.stream()
                .map(run -> tally(run.tallies(), cause).level(LATE))
                .toList();
        boolean supported = levels.stream().mapToDouble(Exceedance::effective).sum() >= Support.MIN_INDEPENDENT;
        List<YearRegime.Hours> hours = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            RunOutliers run = runs.get(i);
            hours.add(new YearRegime.Hours(
                    run.statistics().spanNs(), ClientStatistics.ofLevel(run.ticks(), levels.get(i))));
        }
        YearRegime regime = new YearRegime(annual.regime(), 1, hours);
        boolean empty = regime.ticks() == 0 || regime.replayed() <= 0;
        return !supported || empty
                ? null
                : AnnualFigure.of(annual, LateShare.of(LATE, regime)).perRegimeYear();
    }
}
