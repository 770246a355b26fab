package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.Cause;
import org.ticktoquote.analysis.matrix.AnnualFigure;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.analysis.matrix.TimePerYear;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;

/**
 * The late ticks of the runs of one case.
 *
 * @param testCase its name; {@code single} of runs of no matrix
 * @param runs that count: none that is VOID
 * @param hours that they replayed
 * @param ticks due ones
 * @param late of them
 * @param lost of these
 * @param causes in one order for every case
 * @param differences what its runs do not agree about, a sentence each: they may not be of one system
 * @param years beyond fixed values, of which at least one tick was later, and the first that none was
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
    /** Above it a year is no longer the system's. */
    private static final double MOST_HARNESS = 0.2;

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
     * For how long in a year the last client is later than a value.
     *
     * @param laterThanNs the value
     * @param episodes behind it
     * @param supported whether at least ten independent ones are; otherwise only their number is bounded, and the time of episodes of
     *     a stated length
     * @param share what the runs show
     * @param perYear of the hours of the regime
     * @param atMostAnHour episodes an hour at the most (95 %)
     * @param withoutHarness whether the harness's part of every response is left out
     */
    public record YearBeyond(
            long laterThanNs,
            long episodes,
            boolean supported,
            LateShare share,
            TimePerYear perYear,
            double atMostAnHour,
            boolean withoutHarness) {}

    /** Share of the time beyond p99 that the harness itself has; 0 where nothing was late. */
    public double harnessShare() {
        return causes.stream()
                .filter(cause -> cause.cause().equals(Cause.HARNESS.key()))
                .flatMap(cause -> Stream.ofNullable(cause.beyondP99()))
                .findFirst()
                .orElse(0.0);
    }

    /** Whether too much of it is the harness's own for a year of the system. */
    public boolean mostlyHarness() {
        return harnessShare() > MOST_HARNESS;
    }

    /** @param laterThan a time of it is among the values */
    static CaseOutliers of(
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
                runs.isEmpty() ? List.of() : CauseTable.of(runs, annual),
                differences,
                years(values(laterThan), runs, annual));
    }

    /** From a value on: of these it is known which ticks would be later without the harness. */
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
            boolean known = outliers.stream().allMatch(run -> run.tellsWithoutHarness(value));
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
                    break; // beyond it is no more to be seen
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
