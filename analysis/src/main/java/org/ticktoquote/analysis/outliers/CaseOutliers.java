package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.analysis.annual.AnnualFigure;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;

/**
 * Late ticks of the runs of one case.
 *
 * @param testCase its name; {@code single} for runs outside a matrix
 * @param runs names of the runs that are not VOID
 * @param hours hours replayed
 * @param ticks due ticks
 * @param late late ticks
 * @param lost late ticks that were lost
 * @param causes cause figures, in the same order for every case
 * @param differences conditions that differ between its runs, one sentence each; such runs can be of different systems
 * @param years time per year beyond each value above the median, up to the first value that no tick exceeded
 */
public record CaseOutliers(
        String testCase,
        List<String> runs,
        double hours,
        long ticks,
        long late,
        long lost,
        List<CauseFigures> causes,
        List<String> differences,
        List<YearBeyond> years) {
    private static final double NS_PER_HOUR = 3.6e12;
    /** Largest harness share at which the time per year still describes the system. */
    private static final double MAX_HARNESS = 0.2;

    /** From 100 us to 10 s. */
    private static final List<Long> VALUES_NS = Stream.iterate(
                    List.of(100_000L, 250_000L, 500_000L), step -> step.get(0) < 10_000_000_000L, CaseOutliers::times10)
            .flatMap(List::stream)
            .toList();

    public CaseOutliers {
        runs = List.copyOf(runs);
        causes = List.copyOf(causes);
        differences = List.copyOf(differences);
        years = List.copyOf(years);
    }

    /**
     * Time per year for which the last client is later than a value.
     *
     * @param laterThanNs the value
     * @param episodes number of episodes
     * @param supported whether at least ten episodes are independent; otherwise only their number is bounded, and their time
     * is based on an assumed length
     * @param share share observed in the runs
     * @param perYear time per year, for the hours of the regime
     * @param atMostAnHour 95 % upper bound of the episodes per hour
     * @param withoutHarness whether the harness's part of every response is subtracted
     */
    public record YearBeyond(
            long laterThanNs,
            long episodes,
            boolean supported,
            LateShare share,
            TimePerYear perYear,
            double atMostAnHour,
            boolean withoutHarness) {}

    /** Returns the harness's share of the time beyond p99; 0 if p99 is unknown or no response is longer. */
    public double harnessShare() {
        return causes.stream()
                .filter(cause -> cause.cause().equals(Cause.HARNESS.key()))
                .flatMap(cause -> Stream.ofNullable(cause.beyondP99()))
                .findFirst()
                .orElse(0.0);
    }

    /** Returns whether the harness's share is so large that the time per year no longer describes the system. */
    public boolean mostlyHarness() {
        return harnessShare() > MAX_HARNESS;
    }

    /** @param laterThan threshold; added to the fixed values if it is a time */
    public static CaseOutliers of(
            String testCase,
            List<RunOutliers> runs,
            List<String> differences,
            LaterThan laterThan,
            Annualisation annual) {
        List<RunStatistics> statistics =
                runs.stream().map(RunOutliers::statistics).toList();
        double hours = statistics.stream().mapToLong(RunStatistics::spanNs).sum() / NS_PER_HOUR;
        return new CaseOutliers(
                testCase,
                runs.stream().map(RunOutliers::run).toList(),
                hours,
                runs.stream().mapToLong(RunOutliers::ticks).sum(),
                runs.stream().mapToLong(RunOutliers::late).sum(),
                runs.stream().mapToLong(RunOutliers::lost).sum(),
                runs.isEmpty() ? List.of() : CauseFigures.of(runs, annual),
                differences,
                years(values(laterThan), runs, annual));
    }

    /**
     * Returns {@code fromNs} and all larger fixed values, ascending. Only for these is it known which ticks would be late
     * without the harness.
     */
    static long[] values(long fromNs) {
        return Stream.concat(VALUES_NS.stream(), Stream.of(fromNs))
                .filter(value -> value >= fromNs)
                .distinct()
                .sorted()
                .mapToLong(Long::longValue)
                .toArray();
    }

    private static List<Long> values(LaterThan laterThan) {
        return Stream.concat(VALUES_NS.stream(), Stream.of(laterThan.timeNs()).filter(time -> time > 0))
                .distinct()
                .sorted()
                .toList();
    }

    private static List<YearBeyond> years(List<Long> values, List<RunOutliers> outliers, Annualisation annual) {
        List<YearBeyond> years = new ArrayList<>();
        for (long value : values) {
            boolean known = outliers.stream().allMatch(run -> run.hasCountWithoutHarness(value));
            List<RunStatistics> runs = outliers.stream()
                    .map(run -> known ? run.statisticsWithoutHarness() : run.statistics())
                    .toList();
            boolean mostly = runs.stream()
                    .flatMap(run -> run.attributions().stream())
                    .anyMatch(one ->
                            one.lastClient().p50Ns() == null || one.lastClient().p50Ns() >= value);
            Optional<LateShare> found = mostly ? Optional.empty() : LateShare.of(value, runs);
            if (found.isPresent()) {
                LateShare share = found.get();
                years.add(year(share, annual, known));
                if (share.episodes() == 0) {
                    break; // no larger value was exceeded
                }
            }
        }
        return years;
    }

    private static YearBeyond year(LateShare share, Annualisation annual, boolean withoutHarness) {
        TimePerYear year = AnnualFigure.of(annual, share).perRegimeYear();
        if (year == null) {
            throw new IllegalArgumentException("a year of no hours");
        }
        return new YearBeyond(
                share.valueNs(), share.episodes(), share.supported(), share, year, share.fewerAnHour(), withoutHarness);
    }

    private static List<Long> times10(List<Long> values) {
        return values.stream().map(value -> 10 * value).toList();
    }
}
