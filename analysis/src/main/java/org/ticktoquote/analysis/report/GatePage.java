package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.analysis.gate.GateStatistic;
import org.ticktoquote.analysis.gate.StatisticResult;
import org.ticktoquote.analysis.gate.runs.GatedRun;
import org.ticktoquote.analysis.gate.ticks.PairReader;
import org.ticktoquote.analysis.gate.verdict.GateReport;
import org.ticktoquote.analysis.gate.verdict.GateSide;
import org.ticktoquote.analysis.gate.verdict.GateWords;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;

/**
 * The verdict of a gate in the words of its template.
 *
 * @param headline what stands above all
 * @param ratios of the statistics
 * @param curves of both sides
 * @param pairs of a duet
 * @param runs of both sides
 * @param conditions whether they agree
 * @param memory what earlier gates and runs say
 */
record GatePage(
        GateReport report,
        Headline headline,
        Ratios ratios,
        GateCurves curves,
        Pairs pairs,
        Runs runs,
        String conditions,
        Memory memory) {
    /**
     * What stands above all.
     *
     * @param sentence the verdict
     * @param marks what INCONCLUSIVE counts as, and what was overruled
     * @param sides how many runs each has, and of what; candidate first
     */
    record Headline(String sentence, List<String> marks, List<String> sides) {}

    /** The ratios with their bounds and margins, as a picture and as figures. */
    record Ratios(ForestPlot forest, Table statistics) {}

    /**
     * The pairs of a duet.
     *
     * @param table ratios of each
     * @param ticks the newest tick by tick, the newest first
     */
    record Pairs(Table table, List<PairPlot> ticks) {
        /** How many are shown tick by tick; empty where all are. */
        String newest() {
            int all = table.rows().size();
            return all == ticks.size() ? "" : "The newest " + ticks.size() + " of " + all + " pairs.";
        }
    }

    /**
     * The runs of both sides.
     *
     * @param dots a picture for each statistic that is compared
     * @param table those that count, in the order made
     * @param unused those that do not count
     */
    record Runs(List<RunDots> dots, Table table, List<String> unused) {}

    /** What earlier gates and runs say; {@code entries} are the lines of the ledger. */
    record Memory(List<String> history, List<String> golden, List<String> ledger, Table entries) {}

    /** A run of a side, as the pictures and tables of both sides show it. */
    record SideRun(boolean candidate, GateSide.Run run) {
        String side() {
            return candidate ? "candidate" : "baseline";
        }
    }

    /**
     * The page; reads results of single ticks from directories of runs.
     *
     * @param given runs whose directories may be there
     */
    static GatePage of(GateReport report, List<GatedRun> given) {
        GateWords words = new GateWords(report);
        List<SideRun> made = made(report);
        return new GatePage(
                report,
                new Headline(
                        words.sentence(),
                        words.marks(),
                        List.of(
                                GateWords.runs("candidate", report.candidate()),
                                GateWords.runs("baseline", report.baseline()))),
                new Ratios(ForestPlot.of(report.statistics(), words), words.statistics(report.statistics())),
                GateCurves.of(report),
                new Pairs(words.pairs(), PairPlot.of(PairReader.newest(report, given))),
                new Runs(dots(made, report, words), table(made, report, words), unused(report)),
                conditions(report),
                new Memory(words.history(), words.golden(), words.ledger(), entries(report)));
    }

    /** Of both sides, in the order made. */
    private static List<SideRun> made(GateReport report) {
        List<SideRun> made = new ArrayList<>();
        report.baseline().runs().forEach(run -> made.add(new SideRun(false, run)));
        report.candidate().runs().forEach(run -> made.add(new SideRun(true, run)));
        made.sort(Comparator.comparing(each -> each.run().startedAt()));
        return made;
    }

    private static List<RunDots> dots(List<SideRun> made, GateReport report, GateWords words) {
        return report.policy().margins().keySet().stream()
                .map(statistic -> RunDots.of(statistic, words.name(statistic), made))
                .filter(picture -> !picture.dots().isEmpty())
                .toList();
    }

    private static List<String> unused(GateReport report) {
        return report.sides().stream()
                .flatMap(side -> GateWords.unused(side).stream())
                .toList();
    }

    private static Table table(List<SideRun> made, GateReport report, GateWords words) {
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
                .table("runs", "Runs", "In the order made; of the last client of each tick.", made);
    }

    private static Cell value(GateSide.Run run, GateStatistic statistic) {
        Double value = run.values().get(statistic);
        return value == null ? Cell.NONE : Cell.number(GateWords.value(statistic, value));
    }

    private static String conditions(GateReport report) {
        if (!report.conditions().differences().isEmpty()) {
            return "These conditions do not agree:";
        }
        String fingerprint = report.memory().history().fingerprint();
        return fingerprint.isEmpty()
                ? "No run was measured, so there is nothing to compare."
                : "All conditions agree" + (report.conditions().mayDiffer().isEmpty() ? "" : " but for those declared")
                        + "; fingerprint " + fingerprint + ".";
    }

    private static Table entries(GateReport report) {
        List<GateReport.Entry> entries = report.memory().ledger() == null
                ? List.of()
                : report.memory().ledger().entries();
        return Columns.of("last run began", GateReport.Entry::at)
                .add("verdict", entry -> Cell.word(entry.verdict().name()))
                .add("baseline", "runs", entry -> Cell.count(entry.baseline()))
                .add("candidate", "runs", entry -> Cell.count(entry.candidate()))
                .add("decided at", "runs a side", entry -> entry.look() == 0 ? Cell.NONE : Cell.count(entry.look()))
                .table("ledger", "", "", entries);
    }

    /** The verdict as a class of the style sheet. */
    String style() {
        return report.verdict().name().toLowerCase(Locale.ROOT);
    }
}
