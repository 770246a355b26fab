package org.ticktoquote.comparison.matrix;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualFigure;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.gate.FisherTest;

/** Case with its runs that count, before comparison. */
final class CaseRuns {
    private static final double VOID_LEVEL = 0.05;
    private static final Pattern NUMBER = Pattern.compile("[0-9]+([.][0-9]+)?");
    private static final TickOutcomes NONE = new TickOutcomes(0, 0, 0, 0, 0, 0);

    private final CaseRecord plan;
    private final RunSelection selection;
    private final Map<String, Map<ComparedFigure, FigureOverRuns>> figures = new LinkedHashMap<>();
    private final Map<String, Map<ComparedFigure, List<Ratio.OfRun>>> runs = new LinkedHashMap<>();
    private final RunTraits traits;

    private CaseRuns(CaseRecord plan, RunSelection selection) {
        this.plan = plan;
        this.selection = selection;
        this.traits = RunTraits.of(selection.counted());
        for (String latency : Latency.COMPARED_FIELDS) {
            Map<ComparedFigure, FigureOverRuns> row = new EnumMap<>(ComparedFigure.class);
            Map<ComparedFigure, List<Ratio.OfRun>> ofRuns = new EnumMap<>(ComparedFigure.class);
            for (ComparedFigure figure : ComparedFigure.values()) {
                List<Ratio.OfRun> found = selection.counted().stream()
                        .flatMap(
                                run -> run.figure(latency, figure).map(bounds -> new Ratio.OfRun(run.repeat(), bounds)))
                        .toList();
                @Nullable
                FigureOverRuns value = FigureOverRuns.of(
                        found.stream().map(Ratio.OfRun::bounds).toList());
                ofRuns.put(figure, found);
                if (value != null) {
                    row.put(figure, value);
                }
            }
            figures.put(latency, row);
            runs.put(latency, ofRuns);
        }
    }

    static CaseRuns of(Path matrixDirectory, CaseRecord plan) {
        return new CaseRuns(plan, RunSelection.of(matrixDirectory, plan.attempts()));
    }

    /** Returns a figure of the headline latency, as the median of the runs; empty without runs. */
    Optional<FigureOverRuns> headline(ComparedFigure figure) {
        return Optional.ofNullable(Objects.requireNonNull(figures.get(Latency.COMPARED_FIELDS.get(0)))
                .get(figure));
    }

    CaseHost host() {
        return CaseHost.of(traits);
    }

    CaseRecord plan() {
        return plan;
    }

    /** Returns the hash of the plan of {@code threads: managed}, or the reason for {@code auto}; otherwise empty. */
    String threadPlan() {
        return traits.value("threads.plan");
    }

    /** Returns the figures that the plan predicts, relative to no plan. */
    Map<String, Double> predicted() {
        Map<String, Double> predicted = new LinkedHashMap<>();
        for (ComparedFigure figure : ComparedFigure.values()) {
            String value = traits.value("threads.predicted." + figure.field());
            if (NUMBER.matcher(value).matches()) {
                predicted.put(figure.field(), Double.valueOf(value));
            }
        }
        return predicted;
    }

    CaseComparison against(CaseRuns baseline, Annualisation annual, int repeats) {
        Map<String, Map<String, FigureComparison>> compared = new LinkedHashMap<>();
        figures.forEach((latency, row) -> {
            Map<String, FigureComparison> figuresOfLatency = new LinkedHashMap<>();
            row.forEach((figure, value) ->
                    figuresOfLatency.put(figure.field(), compared(latency, figure, value, baseline, annual)));
            compared.put(latency, figuresOfLatency);
        });
        List<CountedRun> runs = selection.counted();
        return new CaseComparison(
                plan.name(),
                plan.title(),
                plan.coordinates(),
                plan.notRun(),
                host(),
                limits(repeats),
                plan.serviceLevels().stream()
                        .map(level -> CaseLevel.of(level, runs, repeats, absence()))
                        .toList(),
                attempts(),
                new CaseComparison.Outcomes(
                        outcomes(false),
                        runs.stream()
                                        .anyMatch(run -> run.figures() != null
                                                && run.figures().soonest() != null)
                                ? outcomes(true)
                                : null,
                        outcomesAtMost()),
                compared,
                baseline == this || runs.isEmpty() ? List.of() : traits.differencesFrom(baseline.traits),
                Latency.COMPARED_FIELDS.stream()
                        .map(latency -> CaseCurve.of(latency, runs))
                        .toList());
    }

    private List<String> outcomesAtMost() {
        return selection.counted().stream()
                .flatMap(run -> Stream.ofNullable(run.figures()))
                .flatMap(figures -> figures.outcomesAtMost().stream())
                .distinct()
                .toList();
    }

    /** Returns the statistics of the runs that have them. */
    List<RunStatistics> statistics() {
        return selection.counted().stream().flatMap(CountedRun::statistics).toList();
    }

    boolean allHaveStatistics() {
        return statistics().size() == selection.counted().size();
    }

    /** Returns why the case cannot be compared; otherwise empty. */
    String absence() {
        return attempts().absence(plan.notRun());
    }

    private CaseComparison.Attempts attempts() {
        return new CaseComparison.Attempts(selection.counted(), selection.others(), validity());
    }

    private List<LimitOutcome> limits(int repeats) {
        return plan.limits().stream()
                .map(limit -> LimitOutcome.of(limit, selection.counted(), repeats, absence()))
                .toList();
    }

    private FigureComparison compared(
            String latency, ComparedFigure figure, FigureOverRuns value, CaseRuns baseline, Annualisation annual) {
        return new FigureComparison(
                value,
                baseline == this ? null : ratioTo(baseline, latency, figure),
                latency.equals(Latency.LAST_CLIENT.field()) && figure.tail() ? annual(annual, value) : null);
    }

    /**
     * Returns the time per year beyond a figure. Null if the figure is unsupported or refused, or if a run has no
     * statistics.
     */
    private @Nullable AnnualFigure annual(Annualisation annual, FigureOverRuns figure) {
        List<RunStatistics> statistics = statistics();
        if (!figure.supported() || figure.refused() || statistics.size() < figure.runs()) {
            return null;
        }
        return LateShare.of(figure.lowNs(), statistics)
                .map(share -> AnnualFigure.of(annual, share))
                .orElse(null);
    }

    /** Returns the ratio to another case; null if either case lacks the figure. */
    @Nullable
    Ratio ratioTo(CaseRuns base, String latency, ComparedFigure figure) {
        List<Ratio.OfRun> own = ofRuns(latency, figure);
        List<Ratio.OfRun> other = base.ofRuns(latency, figure);
        return own.isEmpty() || other.isEmpty() ? null : Ratio.of(own, other, voids(base));
    }

    private List<Ratio.OfRun> ofRuns(String latency, ComparedFigure figure) {
        return Objects.requireNonNull(Objects.requireNonNull(runs.get(latency)).get(figure));
    }

    /** Returns an objection if the shares of VOID attempts differ, because VOID attempts can be the slowest. */
    private String voids(CaseRuns base) {
        int own = voidAttempts();
        int others = base.voidAttempts();
        int ofOwn = own + selection.counted().size();
        int ofOthers = others + base.selection.counted().size();
        return FisherTest.p(own, ofOwn, others, ofOthers) < VOID_LEVEL
                ? "VOID attempts differ: " + own + " of " + ofOwn + " and " + others + " of " + ofOthers
                : "";
    }

    private int voidAttempts() {
        return (int) selection.others().stream()
                .filter(run -> run.validity() == Verdict.VOID)
                .count();
    }

    private Map<Verdict, Integer> validity() {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        selection.counted().forEach(run -> counts.merge(run.validity(), 1, Integer::sum));
        return counts;
    }

    private TickOutcomes outcomes(boolean soonest) {
        TickOutcomes sum = NONE;
        for (CountedRun run : selection.counted()) {
            @Nullable RunFigures values = run.figures();
            if (values != null) {
                @Nullable TickOutcomes other = values.soonest();
                sum = sum.plus(soonest && other != null ? other : values.outcomes());
            }
        }
        return sum;
    }
}
