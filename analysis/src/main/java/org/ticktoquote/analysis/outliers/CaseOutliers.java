package org.ticktoquote.analysis.outliers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.matrix.AnnualFigure;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.analysis.matrix.TimePerYear;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.YearRegime;
import org.ticktoquote.analysis.statistics.YearlyTime;

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
    private static final double NONE_SEEN = 3;
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
     * @param supported whether at least ten independent ticks are; otherwise only the upper end of the interval says something
     * @param share what the runs show
     * @param perYear of the hours of the regime
     * @param atMostAnHour episodes an hour at the most (95 %), where none was seen; else null
     */
    public record YearBeyond(
            long laterThanNs,
            long episodes,
            boolean supported,
            LateShare share,
            TimePerYear perYear,
            @Nullable Double atMostAnHour) {}

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
                years(values(laterThan), statistics, annual, hours));
    }

    private static List<Long> values(LaterThan laterThan) {
        return Stream.concat(VALUES_NS.stream(), Stream.of(laterThan.timeNs()).filter(time -> time > 0))
                .distinct()
                .sorted()
                .toList();
    }

    private static List<YearBeyond> years(
            List<Long> values, List<RunStatistics> runs, Annualisation annual, double hours) {
        List<YearBeyond> years = new ArrayList<>();
        for (long value : values) {
            boolean mostly = runs.stream()
                    .flatMap(run -> run.attributions().stream())
                    .anyMatch(one ->
                            one.lastClient().p50Ns() == null || one.lastClient().p50Ns() >= value);
            Optional<LateShare> found = mostly ? Optional.empty() : LateShare.of(value, runs);
            if (found.isPresent()) {
                LateShare share = found.get();
                years.add(year(share, annual, hours, independent(value, runs) >= Support.LEAST));
                if (share.episodes() == 0) {
                    break; // beyond it is no more to be seen
                }
            }
        }
        return years;
    }

    private static double independent(long value, List<RunStatistics> runs) {
        return YearlyTime.of(value, List.of(YearRegime.of("replay", 1, runs, 0)))
                .independent();
    }

    private static YearBeyond year(LateShare share, Annualisation annual, double hours, boolean supported) {
        TimePerYear year = AnnualFigure.of(annual, share).perRegimeYear();
        if (year == null) {
            throw new IllegalArgumentException("a year of no hours");
        }
        return new YearBeyond(
                share.valueNs(),
                share.episodes(),
                supported,
                share,
                year,
                share.episodes() == 0 ? (Double) (NONE_SEEN / hours) : null);
    }

    private static List<Long> times10(List<Long> values) {
        return values.stream().map(value -> 10 * value).toList();
    }
}
