package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.PlannedYear;
import org.ticktoquote.analysis.annual.TimePerYear;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.YearRegime;
import org.ticktoquote.analysis.statistics.YearlyTime;

/**
 * Time per year for which the last client is later than a value, over several regimes: each regime's hours times the late
 * share of its case, summed.
 *
 * <p>If there are two attributions of snapshots to ticks, intervals and bounds cover both.
 *
 * @param name name of the year
 * @param laterThanNs value exceeded
 * @param hoursPerYear hours of all regimes
 * @param regimes results of their cases
 * @param independent equivalent number of independent episodes of equal weight
 * @param perYear null if a regime has no usable result
 * @param refusal reason why {@code perYear} is null; otherwise empty
 */
public record YearOfRegimes(
        String name,
        long laterThanNs,
        double hoursPerYear,
        List<Regime> regimes,
        double independent,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TimePerYear perYear,
        String refusal) {
    private static final double SECONDS_PER_HOUR = 3600;

    public YearOfRegimes {
        regimes = List.copyOf(regimes);
    }

    /**
     * One regime.
     *
     * @param name name of the case
     * @param hoursPerYear hours that the case represents
     * @param runs number of runs that count
     * @param hours length of the replays in hours
     * @param episodes number of episodes of late ticks
     */
    public record Regime(String name, double hoursPerYear, int runs, double hours, long episodes) {}

    /**
     * Returns whether there is enough data for a figure; otherwise only time bounds for an assumed episode length are known.
     */
    public boolean supported() {
        return independent >= Support.MIN_INDEPENDENT;
    }

    /** Returns one result per planned year and value. */
    static List<YearOfRegimes> of(Annualisation annual, Map<String, CaseRuns> cases) {
        List<YearOfRegimes> years = new ArrayList<>();
        for (PlannedYear year : annual.years()) {
            annual.laterThanNs().forEach(value -> years.add(of(year, value, cases)));
        }
        return years;
    }

    private static YearOfRegimes of(PlannedYear year, long laterThanNs, Map<String, CaseRuns> cases) {
        List<String> refusals = year.hours().keySet().stream()
                .map(name -> refusal(name, cases.get(name), laterThanNs))
                .filter(why -> !why.isEmpty())
                .toList();
        if (!refusals.isEmpty()) {
            return new YearOfRegimes(
                    year.name(), laterThanNs, year.allHours(), List.of(), 0, null, String.join("; ", refusals));
        }
        List<YearlyTime> both = Stream.of(0, 1)
                .map(attribution -> regimes(year, cases, attribution))
                .distinct()
                .map(regimes -> YearlyTime.of(laterThanNs, regimes))
                .toList();
        return new YearOfRegimes(
                year.name(),
                laterThanNs,
                year.allHours(),
                both.get(0).regimes().stream()
                        .map(regime -> seen(regime, laterThanNs))
                        .toList(),
                both.stream().mapToDouble(YearlyTime::independent).min().orElse(0),
                both.stream()
                        .map(YearOfRegimes::seconds)
                        .reduce(TimePerYear::with)
                        .orElseThrow(),
                "");
    }

    private static String refusal(String name, @Nullable CaseRuns runs, long laterThanNs) {
        if (runs == null) {
            throw new IllegalArgumentException("no case is named " + name);
        }
        String absence = runs.absence();
        if (!absence.isEmpty()) {
            return name + ": " + absence;
        }
        List<RunStatistics> statistics = runs.statistics();
        if (!runs.allHaveStatistics()) {
            return name + ": a run that counts measured nothing";
        }
        YearRegime shown = YearRegime.of(name, 1, statistics, 0);
        if (shown.replayed() <= 0 || shown.ticks() == 0) {
            return name + ": no tick was due";
        }
        return shown.mostlyLater(laterThanNs) ? name + ": more than half of the ticks of a run are later" : "";
    }

    private static List<YearRegime> regimes(PlannedYear year, Map<String, CaseRuns> cases, int attribution) {
        List<YearRegime> regimes = new ArrayList<>();
        year.hours().forEach((name, hours) -> {
            @Nullable CaseRuns runs = cases.get(name);
            if (runs != null) {
                regimes.add(YearRegime.of(name, hours, runs.statistics(), attribution));
            }
        });
        return regimes;
    }

    private static Regime seen(YearRegime regime, long laterThanNs) {
        return new Regime(
                regime.name(),
                regime.hoursPerYear(),
                regime.runs().size(),
                regime.replayed(),
                regime.episodes(laterThanNs));
    }

    private static TimePerYear seconds(YearlyTime time) {
        boolean several = time.ofSeveralRuns();
        return new TimePerYear(
                time.quotesHours() * SECONDS_PER_HOUR,
                TimePerYear.times(SECONDS_PER_HOUR, several ? time.quotesLowHours() : null),
                TimePerYear.times(SECONDS_PER_HOUR, several ? time.quotesHighHours() : null),
                time.timeLowHours() * SECONDS_PER_HOUR,
                time.timeHighHours() * SECONDS_PER_HOUR,
                time.timeAtMostHours() * SECONDS_PER_HOUR,
                time.longestNs());
    }
}
