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
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Columns;
import org.ticktoquote.core.table.Table;

/**
 * The verdict of a gate in the words of its template.
 *
 * @param marks what INCONCLUSIVE counts as, and what was overruled
 * @param sides how many runs each has, and of what; baseline first
 * @param forest the ratios with their bounds and margins
 * @param statistics the same as figures
 * @param curves of both sides
 * @param dots a picture for each statistic that is compared
 * @param pairs ratios of each pair of a duet
 * @param ticks the newest pairs tick by tick, the newest first
 * @param runs that count, in the order made
 * @param unused runs that do not count
 * @param conditions whether they agree
 */
record GatePage(
        GateReport report,
        String sentence,
        List<String> marks,
        List<String> sides,
        ForestPlot forest,
        Table statistics,
        GateCurves curves,
        List<RunDots> dots,
        Table pairs,
        List<PairPlot> ticks,
        Table runs,
        List<String> unused,
        String conditions,
        List<String> history,
        List<String> golden,
        List<String> ledger,
        Table entries) {

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
                words.sentence(),
                words.marks(),
                List.of(GateWords.runs("candidate", report.candidate()), GateWords.runs("baseline", report.baseline())),
                ForestPlot.of(report.statistics(), words),
                words.statistics(report.statistics()),
                GateCurves.of(report),
                report.policy().margins().keySet().stream()
                        .map(statistic -> RunDots.of(statistic, words.name(statistic), made))
                        .filter(picture -> !picture.dots().isEmpty())
                        .toList(),
                words.pairs(),
                PairPlot.of(PairReader.newest(report, given)),
                runs(made, report, words),
                report.sides().stream()
                        .flatMap(side -> GateWords.unused(side).stream())
                        .toList(),
                conditions(report),
                words.history(),
                words.golden(),
                words.ledger(),
                entries(report));
    }

    /** Of both sides, in the order made. */
    private static List<SideRun> made(GateReport report) {
        List<SideRun> made = new ArrayList<>();
        report.baseline().runs().forEach(run -> made.add(new SideRun(false, run)));
        report.candidate().runs().forEach(run -> made.add(new SideRun(true, run)));
        made.sort(Comparator.comparing(each -> each.run().startedAt()));
        return made;
    }

    private static Table runs(List<SideRun> made, GateReport report, GateWords words) {
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
        if (!report.differences().isEmpty()) {
            return "These conditions do not agree:";
        }
        String fingerprint = report.history().fingerprint();
        return fingerprint.isEmpty()
                ? "No run was measured, so there is nothing to compare."
                : "All conditions agree" + (report.mayDiffer().isEmpty() ? "" : " but for those declared")
                        + "; fingerprint " + fingerprint + ".";
    }

    private static Table entries(GateReport report) {
        List<GateReport.Entry> entries =
                report.ledger() == null ? List.of() : report.ledger().entries();
        return Columns.of("last run began", GateReport.Entry::at)
                .add("verdict", entry -> Cell.word(entry.verdict().name()))
                .add("baseline", "runs", entry -> Cell.count(entry.baseline()))
                .add("candidate", "runs", entry -> Cell.count(entry.candidate()))
                .add("decided at", "runs a side", entry -> entry.look() == 0 ? Cell.NONE : Cell.count(entry.look()))
                .table("ledger", "", "", entries);
    }

    /** How many pairs are shown tick by tick; empty where all are. */
    String newest() {
        int all = pairs.rows().size();
        return all == ticks.size() ? "" : "The newest " + ticks.size() + " of " + all + " pairs.";
    }

    /** The verdict as a class of the style sheet. */
    String style() {
        return report.verdict().name().toLowerCase(Locale.ROOT);
    }
}
