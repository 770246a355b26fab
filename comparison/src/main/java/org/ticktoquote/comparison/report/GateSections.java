package org.ticktoquote.comparison.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.StatisticResult;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.ticks.PairTicks;
import org.ticktoquote.comparison.gate.verdict.GateJUnit;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.GateSide;
import org.ticktoquote.comparison.gate.verdict.VerdictText;
import org.ticktoquote.comparison.report.GatePlots.SideRun;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.report.Block;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/**
 * Formats the verdict of a gate as a report: sentences and tables, plus plots and details on the HTML page.
 *
 * <p>The same verdict yields the same bytes. For a duet, the page also depends on the tick results in its run directories.
 */
public final class GateSections {
    /** File name of the HTML page. */
    public static final String PAGE = "gate.html";
    /** File name of the Markdown. */
    static final String MARKDOWN = "gate.md";
    /** File name of the JUnit XML for build servers. */
    static final String JUNIT = "gate.xml";

    private final GateReport report;
    private final VerdictText words;
    private final List<SideRun> made;

    private GateSections(GateReport report) {
        this.report = report;
        this.words = new VerdictText(report);
        this.made = made(report);
    }

    /**
     * Returns the report of a verdict.
     *
     * @param given runs of both sides; the page shows the ticks of a pair if its run directories exist
     */
    public static Report of(GateReport report, List<GatedRun> given) {
        return new GateSections(report).page(given);
    }

    /**
     * Writes the verdict in all formats to a directory, which is created if missing. Each file is written atomically,
     * {@code gate.json} last.
     *
     * @param report report of the verdict
     */
    public static void write(GateReport verdict, Report report, Path folder) {
        ProblemException.under("--out", () -> UserPath.outputFolder(folder));
        FileAccess.write(folder, () -> {
            Files.createDirectories(folder);
            AtomicFile.write(folder.resolve(MARKDOWN), report.markdown());
            AtomicFile.write(folder.resolve(JUNIT), GateJUnit.of(verdict));
        });
        report.write(folder.resolve(PAGE));
        verdict.write(folder.resolve(GateReport.FILE));
    }

    private Report page(List<GatedRun> given) {
        List<Section> sections = new ArrayList<>();
        if (!report.statistics().isEmpty()) {
            sections.add(Section.plain(
                    "",
                    "Ratios, candidate over baseline",
                    Block.Pictures.of("forest", GatePlots.ratios(report.statistics(), words)),
                    Block.Tables.of(words.statistics(report.statistics()))));
        }
        Table pairs = words.pairs();
        if (!pairs.rows().isEmpty()) {
            sections.add(Section.untitled("Pairs", Block.Tables.of(pairs)).onPage());
        }
        pairTicks(pairs.rows().size(), PairPlot.of(PairTicks.newest(report, given)))
                .ifPresent(sections::add);
        GatePlots.curves(report)
                .ifPresent(curves -> sections.add(Section.plain(
                        "", "Response of the last client of each tick", Block.Pictures.of("curves", curves))));
        dots().ifPresent(sections::add);
        List<String> unused = report.sides().stream()
                .flatMap(side -> VerdictText.unused(side).stream())
                .toList();
        if (!made.isEmpty()) {
            sections.add(Section.untitled("Runs", Block.Tables.of(table())).onPage());
        }
        if (!unused.isEmpty()) {
            sections.add(Section.untitled("Runs that do not count", new Block.Items(unused)));
        }
        sections.add(Section.plain(
                        "conditions",
                        "Conditions",
                        Block.Text.of(conditions()),
                        new Block.Items(report.conditions().differences()))
                .onPage());
        sections.add(
                Section.plain("history", "History", new Block.Items(words.history()), new Block.Items(words.golden())));
        sections.add(
                Section.plain("gates", "Ledger", new Block.Items(words.ledger()), Block.Tables.of(entries(report))));
        return new Report("gate · " + report.verdict(), "gate", "Release gate", List.of(), verdict(), sections);
    }

    private Report.Verdict verdict() {
        return new Report.Verdict(
                report.verdict().name(),
                report.verdict().name().toLowerCase(Locale.ROOT),
                "",
                List.of(
                        new Block.Text("strong", words.sentence()),
                        new Block.Items(words.outlook()),
                        new Block.Items(report.decision().reasons()),
                        new Block.Items(words.marks()),
                        new Block.Items(List.of(
                                VerdictText.runs("candidate", report.candidate()),
                                VerdictText.runs("baseline", report.baseline())))));
    }

    /** Returns the section of the pairs tick by tick, newest first; empty without pairs. */
    private static Optional<Section> pairTicks(int pairs, List<Section> ticks) {
        if (ticks.isEmpty()) {
            return Optional.empty();
        }
        List<Block> content = new ArrayList<>(List.of(
                new Block.Text("strong", "This pair only: a diagnostic."),
                Block.Text.of("Each plot shows one start of each application. It does not affect the verdict."
                        + (pairs == ticks.size() ? "" : " The newest " + ticks.size() + " of " + pairs + " pairs."))));
        content.addAll(ticks);
        return Optional.of(
                new Section("pair-ticks", "Tick by tick: candidate minus baseline", "", Section.Form.PLAIN, content)
                        .onPage());
    }

    private Optional<Section> dots() {
        List<Block.Picture> dots = report.policy().margins().keySet().stream()
                .flatMap(statistic -> GatePlots.dots(statistic, words.name(statistic), made).stream())
                .toList();
        return dots.isEmpty()
                ? Optional.empty()
                : Optional.of(Section.plain(
                        "",
                        "Run by run, in execution order",
                        new Block.Pictures("dots", "two", dots),
                        Block.Text.hint("Circle: baseline. Square: candidate. Hollow: not used by the look that"
                                + " decided. Triangle: undefined in that run.")));
    }

    /** Returns the runs of both sides in execution order. */
    private static List<SideRun> made(GateReport report) {
        List<SideRun> made = new ArrayList<>();
        report.baseline().runs().forEach(run -> made.add(new SideRun(false, run)));
        report.candidate().runs().forEach(run -> made.add(new SideRun(true, run)));
        made.sort(Comparator.comparing(each -> each.run().startedAt()));
        return made;
    }

    private Table table() {
        List<GateStatistic> shown = report.duet() != null
                ? List.of()
                : report.statistics().isEmpty()
                        ? List.copyOf(report.policy().margins().keySet())
                        : report.statistics().stream()
                                .map(StatisticResult::statistic)
                                .toList();
        return Columns.<SideRun>of("run", each -> each.run().name())
                .hint(each -> each.run().startedAt())
                .add("side", each -> Cell.word(each.side()))
                .add("used", each -> Cell.word(each.run().used() ? "yes" : "no"))
                .add("ticks", each -> Cell.count(each.run().ticks()))
                .add(
                        "lost",
                        each -> each.run().lost() == null
                                ? Cell.NONE
                                : Cell.count(each.run().lost()))
                .add("latest", each -> Cell.optionalDuration(each.run().latestNs()))
                .addEach(
                        shown,
                        statistic -> Table.Column.of(words.name(statistic), ""),
                        (each, statistic) -> value(each.run(), statistic))
                .table("runs", "Runs", "Runs in execution order. Values: last client per tick.", made);
    }

    private static Cell value(GateSide.Run run, GateStatistic statistic) {
        Double value = run.values().get(statistic);
        return value == null ? Cell.NONE : Cell.number(VerdictText.value(statistic, value));
    }

    private String conditions() {
        if (!report.conditions().differences().isEmpty()) {
            return "These conditions differ:";
        }
        String fingerprint = report.memory().history().fingerprint();
        return fingerprint.isEmpty()
                ? "No run was measured."
                : "All conditions agree"
                        + (report.conditions().mayDiffer().isEmpty() ? "" : " except those that may differ")
                        + "; fingerprint " + fingerprint + ".";
    }

    private static Table entries(GateReport report) {
        List<GateReport.Entry> entries = report.memory().ledger() == null
                ? List.of()
                : report.memory().ledger().entries();
        return Columns.of("last run started", GateReport.Entry::at)
                .add("verdict", entry -> Cell.word(entry.verdict().name()))
                .add("baseline", "runs", entry -> Cell.count(entry.baseline()))
                .add("candidate", "runs", entry -> Cell.count(entry.candidate()))
                .add("decided at", "runs a side", entry -> entry.look() == 0 ? Cell.NONE : Cell.count(entry.look()))
                .table("ledger", "", "", entries);
    }
}
