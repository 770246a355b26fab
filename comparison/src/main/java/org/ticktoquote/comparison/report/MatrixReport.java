package org.ticktoquote.comparison.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.report.RunPictures;
import org.ticktoquote.analysis.report.TimeBucket;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.compare.RatioFinding;
import org.ticktoquote.comparison.matrix.CaseComparison;
import org.ticktoquote.comparison.matrix.CaseLevel;
import org.ticktoquote.comparison.matrix.CaseRange;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.matrix.CountedRun;
import org.ticktoquote.comparison.matrix.FigureComparison;
import org.ticktoquote.comparison.matrix.LimitOutcome;
import org.ticktoquote.comparison.matrix.MatrixComparison;
import org.ticktoquote.comparison.matrix.Ratio;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.JUnitSuite;
import org.ticktoquote.report.JUnitSuite.Case;
import org.ticktoquote.report.JUnitSuite.Outcome;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Table;

/**
 * Formats the comparison of a matrix as a report: findings, limits, cases, effects and times per year. The page {@code
 * index.html} also links to the reports of the runs.
 *
 * <p>The same data yield the same bytes.
 */
public final class MatrixReport {
    /** File name in the directory of the matrix. */
    public static final String FILE = "index.html";

    private static final String OUTLIERS = "outliers.json";
    private static final String SUITES = "slo.xml";
    private static final int MAX_CASES = 12;

    private MatrixReport() {}

    /**
     * Writes the page, {@code outliers.json} and {@code slo.xml} to the directory of the matrix, each file atomically.
     * Returns the report.
     */
    public static Report write(MatrixComparison comparison, Path directory) {
        Path file = directory.resolve(FILE);
        return FileAccess.run(file, "cannot be written", ExitStatus.ENVIRONMENT, () -> {
            CauseTables causes = CauseTables.of(comparison, directory);
            Path outliers = directory.resolve(OUTLIERS);
            if (causes.outliers().isPresent()) {
                causes.outliers().get().write(outliers);
            } else {
                Files.deleteIfExists(outliers); // left by an earlier comparison
            }
            writeSuites(comparison, directory.resolve(SUITES));
            Report report = of(comparison, causes, directory);
            report.write(file);
            return report;
        });
    }

    /** Returns the report. Reads the tick results of the runs for their time lines. */
    static Report of(MatrixComparison comparison, CauseTables causes, Path directory) {
        return new Report(
                comparison.name() + " · matrix",
                "matrix",
                comparison.name(),
                Stream.of(
                                "tick-to-quote matrix, started " + comparison.startedUtc() + ", "
                                        + CountText.of(comparison.repeats(), "run") + " for each case, order from seed "
                                        + comparison.seed() + ", " + comparison.product(),
                                comparison.description())
                        .filter(line -> !line.isEmpty())
                        .toList(),
                verdict(comparison),
                sections(comparison, causes, directory));
    }

    private static Report.Verdict verdict(MatrixComparison comparison) {
        List<Block> content = new ArrayList<>();
        findings(comparison).forEach(found -> content.add(Block.Text.of(found)));
        content.add(new Block.Text(content.isEmpty() ? "" : "hint", conclusion(comparison)));
        return new Report.Verdict("", mark(comparison), "", content);
    }

    /** Returns the findings, one sentence each: best and worst case, then each case against the baseline. */
    private static List<String> findings(MatrixComparison comparison) {
        List<String> cases = comparison.cases().stream()
                .filter(one -> one.absence().isEmpty())
                .filter(one -> !one.name().equals(comparison.baseline()))
                .flatMap(one -> against(one, comparison).stream())
                .toList();
        List<String> found = new ArrayList<>();
        comparison.ranges().forEach(range -> found.add(range(range)));
        found.addAll(cases.subList(0, Math.min(MAX_CASES, cases.size())));
        if (cases.size() > MAX_CASES) {
            found.add(cases.size() - MAX_CASES + " more cases are in the tables.");
        }
        return found;
    }

    /** Formats {@code p99.9: best THREADS 1.20 ms, worst SERIAL 6.70 ms, 5.58 times as long (1.37 to 20.0).} */
    private static String range(CaseRange range) {
        Ratio ratio = range.ratio();
        Ratio.@Nullable Interval interval = ratio.interval();
        String told = interval == null
                ? ", not established: " + ratio.refusal()
                : " " + RatioFinding.range(interval.low(), interval.high())
                        + (interval.holdsOne()
                                ? ", not told apart: a difference of " + ComparisonText.smallest(ratio)
                                        + " would be found"
                                : "");
        return range.title() + ": best " + range.best() + " " + ComparisonText.median(range.bestRuns()) + ", worst "
                + range.worst() + " " + ComparisonText.median(range.worstRuns())
                + (ratio.unknown() ? "" : ", " + ComparisonText.times(ratio) + " times as long" + told) + ".";
    }

    private static Optional<String> against(CaseComparison one, MatrixComparison comparison) {
        List<RatioFinding> findings = CaseRange.FIGURES.stream()
                .flatMap(figure -> finding(one, figure).stream())
                .toList();
        String lost = lost(one, comparison);
        if (findings.isEmpty()) {
            return lost.isEmpty() ? Optional.empty() : Optional.of(one.name() + ": " + lost);
        }
        return Optional.of(Stream.of(RatioFinding.sentence(one.name(), comparison.baseline(), findings), lost)
                .filter(text -> !text.isEmpty())
                .reduce((all, more) -> all + " It " + more)
                .orElseThrow());
    }

    private static Optional<RatioFinding> finding(CaseComparison one, ComparedFigure figure) {
        @Nullable FigureComparison compared = one.figure(MatrixTables.HEADLINE, figure);
        @Nullable Ratio ratio = compared == null ? null : compared.ratio();
        if (ratio == null || ratio.unknown()) {
            return Optional.empty();
        }
        Ratio.@Nullable Interval interval = ratio.interval();
        return Optional.of(new RatioFinding(
                figure.title(),
                ComparisonText.times(ratio),
                interval == null ? null : interval.low(),
                interval == null ? null : interval.high(),
                ratio.refusal()));
    }

    /** Describes the lost ticks of a case that lost a larger share than the baseline; otherwise empty. */
    private static String lost(CaseComparison one, MatrixComparison comparison) {
        CaseComparison baseline = comparison.cases().stream()
                .filter(other -> other.name().equals(comparison.baseline()))
                .findFirst()
                .orElseThrow();
        TickOutcomes own = one.became().outcomes();
        TickOutcomes others = baseline.became().outcomes();
        if ((double) own.lost() * others.total() < (double) others.lost() * own.total()
                || RatioFinding.isSameLoss(own.lost(), own.total(), others.lost(), others.total())) {
            return "";
        }
        boolean alike = own.total() == others.total();
        return "lost " + ComparisonText.lost(one) + (alike ? "" : " of " + Figures.count(own.total()))
                + " ticks x sessions, " + baseline.name() + " " + ComparisonText.lost(baseline)
                + (alike ? "" : " of " + Figures.count(others.total())) + ".";
    }

    private static List<Section> sections(MatrixComparison comparison, CauseTables causes, Path directory) {
        MatrixTables tables = new MatrixTables(comparison);
        List<Section> sections = new ArrayList<>();
        add(sections, "Limits", tables.limits());
        add(sections, "Service levels", tables.serviceLevels());
        sections.add(MatrixChart.section(comparison));
        List<Table> latencies = tables.latencies();
        List<Block> compared = new ArrayList<>(List.of(Block.Tables.of(latencies.get(0))));
        latencies.subList(1, latencies.size()).forEach(table -> compared.add(folded(table)));
        compared.add(1, new Block.Items(tables.stopped()));
        sections.add(new Section("", "Comparison", "", Section.Form.UNTITLED, compared));
        if (!tables.effects().isEmpty()) {
            sections.add(Section.plain(
                    "effects",
                    "Effects of each axis",
                    Block.Text.of(
                            "Response at the last client, second case over first: ratio of the runs' geometric means, with a 95 %"
                                    + " interval from 3 runs a side on. Ratios without an interval establish nothing."),
                    new Block.Tables("two", tables.effects()),
                    new Block.Items(tables.pairs())));
        }
        sections.add(why(causes));
        add(sections, "Time per year", new TimePerYearTables(comparison).annual());
        add(sections, "Time per year over regimes", TimePerYearTables.years(comparison.years()));
        sections.add(
                Section.untitled("Outcomes", Block.Tables.of(tables.outcomes())).onPage());
        sections.add(Section.untitled("Hosts", Block.Tables.of(tables.hosts())).onPage());
        List<Block> differences = new ArrayList<>(tables.differences().stream()
                .map(table -> (Block)
                        new Section("", table.caption(), "", Section.Form.UNFOLDED, List.of(Block.Tables.of(table))))
                .toList());
        if (!tables.alike().isEmpty()) {
            differences.add(
                    Block.Text.of("No difference in any stated condition: " + String.join(", ", tables.alike()) + "."));
        }
        sections.add(new Section(
                        "differences",
                        "Host, JVM and threads: differences from the baseline",
                        "",
                        Section.Form.PLAIN,
                        differences)
                .onPage());
        List<Block> timeLines = timeLines(comparison, directory);
        if (!timeLines.isEmpty()) {
            sections.add(new Section(
                    "",
                    "Time line of each run",
                    "Worst response of each slice, on one logarithmic scale for all runs, with the tick rate above."
                            + " Triangles: lost ticks.",
                    Section.Form.PLAIN,
                    timeLines));
        }
        add(sections, "Attempts that do not count", tables.uncounted());
        return sections;
    }

    private static Section why(CauseTables causes) {
        List<Block> why = new ArrayList<>();
        if (causes.absence().isEmpty()) {
            why.add(Block.Tables.of(causes.byCase()));
            if (!causes.omitted().isEmpty()) {
                why.add(new Block.Text(
                        "note",
                        "Runs without tick results, which t2q analyze derives again, are left out: "
                                + String.join(", ", causes.omitted()) + "."));
            }
            causes.effects().forEach(table -> why.add(folded(table)));
        } else {
            why.add(new Block.Text("note", "The causes of late ticks are unknown: " + causes.absence() + "."));
        }
        return new Section("", "Why ticks were late", "", Section.Form.UNTITLED, why).onPage();
    }

    private static void add(List<Section> sections, String title, Table table) {
        if (!table.rows().isEmpty()) {
            sections.add(Section.untitled(title, Block.Tables.of(table)));
        }
    }

    private static Section folded(Table table) {
        return Section.of("", table.caption(), "", Block.Tables.of(table));
    }

    /** Returns the CSS class of the bar next to the conclusion; empty for a matrix without objections. */
    private static String mark(MatrixComparison comparison) {
        if (comparison.exceeded()) {
            return "failed";
        }
        boolean doubtful = comparison.undecided()
                || comparison.cases().stream().anyMatch(one -> !one.absence().isEmpty());
        return doubtful ? "inconclusive" : "";
    }

    private static String conclusion(MatrixComparison comparison) {
        long compared = comparison.cases().stream()
                .filter(one -> one.absence().isEmpty())
                .count();
        long runs = comparison.cases().stream()
                .mapToLong(one -> one.attempts().runs().size())
                .sum();
        long others = comparison.cases().stream()
                .mapToLong(one -> one.attempts().others().size())
                .sum();
        String limits = ComparisonText.limits(comparison);
        String levels = ComparisonText.levels(comparison);
        return compared + " of " + CountText.of(comparison.cases().size(), "case is", "cases are") + " compared, from "
                + CountText.of(runs, "run") + ", by the response at the last client; baseline is "
                + comparison.baseline() + "."
                + (limits.isEmpty() ? "" : " Limits: " + limits + ".")
                + (levels.isEmpty() ? "" : " Service levels: " + levels + ".")
                + (others == 0 ? "" : " " + CountText.of(others, "attempt does", "attempts do") + " not count.");
    }

    /** Returns a row of time lines for each case that has any. */
    private static List<Block> timeLines(MatrixComparison comparison, Path directory) {
        Map<CountedRun, List<TimeBucket>> lines = new LinkedHashMap<>();
        comparison.cases().stream()
                .flatMap(one -> one.attempts().runs().stream())
                .forEach(run -> lines.put(run, timeLine(new RunDirectory(directory.resolve(run.directory())))));
        RunPictures pictures = new RunPictures(List.copyOf(lines.values()));
        List<Block> rows = new ArrayList<>();
        for (CaseComparison one : comparison.cases()) {
            List<Block.Picture> row = one.attempts().runs().stream()
                    .filter(run -> !lines.getOrDefault(run, List.of()).isEmpty())
                    .map(run -> pictures.of(
                            one.name() + ", run " + run.repeat() + ": " + run.validity(),
                            "./" + run.directory() + "/report.html",
                            lines.getOrDefault(run, List.of())))
                    .toList();
            if (!row.isEmpty()) {
                rows.add(new Block.Pictures("", "time-lines", row));
            }
        }
        return rows;
    }

    /** Returns the time line of a run; empty if its tick results are missing or damaged. */
    private static List<TimeBucket> timeLine(RunDirectory run) {
        if (!Files.exists(run.tickResults())) {
            return List.of();
        }
        try (TickResults results = TickResults.open(run.tickResults())) {
            return TimeBucket.of(results);
        } catch (ProblemException damaged) {
            return List.of();
        }
    }

    /**
     * Writes {@code slo.xml} of a matrix for build servers: a suite for each case, with a test case for its runs and for
     * each limit and service level. Results that end the matrix with exit status 4 are failures; results that end it with 3
     * or 7 are errors. Deletes the file if the matrix has no limits or service levels.
     */
    private static void writeSuites(MatrixComparison comparison, Path file) throws IOException {
        if (comparison.cases().stream()
                .allMatch(one -> one.limits().isEmpty() && one.serviceLevels().isEmpty())) {
            Files.deleteIfExists(file);
        } else {
            AtomicFile.write(
                    file,
                    JUnitSuite.text(comparison.cases().stream()
                            .map(one -> suite(one, comparison))
                            .toList()));
        }
    }

    private static JUnitSuite suite(CaseComparison one, MatrixComparison comparison) {
        List<Case> cases = new ArrayList<>(List.of(runs(one, comparison)));
        one.limits().forEach(limit -> cases.add(limit(limit)));
        one.serviceLevels().forEach(level -> cases.add(serviceLevel(level)));
        return new JUnitSuite(one.name(), comparison.name() + "." + one.name(), cases);
    }

    private static Case runs(CaseComparison one, MatrixComparison comparison) {
        String name = "runs";
        int counted = one.attempts().runs().size();
        if (one.attempts().validity().getOrDefault(Verdict.FAILED, 0) > 0) {
            return new Case(
                    name,
                    Outcome.FAILURE,
                    Verdict.FAILED.name(),
                    ComparisonText.runs(one, comparison.repeats()) + ": caused by the application");
        }
        if (counted >= comparison.repeats()) {
            return Case.passed(name);
        }
        String missing = "runs are missing: " + counted + " of " + comparison.repeats() + " count";
        String why = ComparisonText.whyNotRun(one);
        return one.notRun().isEmpty()
                ? new Case(name, Outcome.ERROR, Verdict.VOID.name(), why.isEmpty() ? missing : why)
                : new Case(name, Outcome.SKIPPED, "", why);
    }

    private static Case limit(LimitOutcome limit) {
        String name = ComparisonText.limitName(limit);
        return switch (limit.state()) {
            case KEPT -> Case.passed(name);
            case EXCEEDED -> judged(name, Outcome.FAILURE, limit.state().word(), ComparisonText.limitValue(limit));
            case UNDECIDED -> judged(name, Outcome.ERROR, limit.state().word(), ComparisonText.limitValue(limit));
        };
    }

    private static Case serviceLevel(CaseLevel level) {
        return switch (level.state()) {
            case MET -> Case.passed(level.level());
            case BROKEN -> judged(level.level(), Outcome.FAILURE, level.state().word(), level.why());
            case UNDECIDED -> judged(level.level(), Outcome.ERROR, level.state().word(), level.why());
        };
    }

    private static Case judged(String name, Outcome outcome, String state, String why) {
        return new Case(name, outcome, state.toUpperCase(Locale.ROOT), why);
    }
}
