package org.ticktoquote.host.hiccups;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.analysis.report.ExperimentPage;
import org.ticktoquote.analysis.report.ExperimentPage.Line;
import org.ticktoquote.analysis.report.ExperimentPage.Plot;
import org.ticktoquote.analysis.report.ExperimentPage.Point;
import org.ticktoquote.analysis.report.ExperimentPage.Section;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.table.Cell;
import org.ticktoquote.core.table.Columns;
import org.ticktoquote.core.table.Table;
import org.ticktoquote.core.table.Table.Column;
import org.ticktoquote.core.table.Table.Row;
import org.ticktoquote.host.hiccups.HiccupsResult.CpuHiccups;
import org.ticktoquote.host.hiccups.HiccupsResult.MeterKind;

/** Formats a result for a terminal, at most 120 columns wide, and as a page. */
public final class HiccupsText {
    private static final long SHORTEST_SHOWN_NS = 10_000;
    private static final int HIGHEST = 6;
    private static final int COLUMNS = 7;
    private static final double SECOND_NS = 1e9;
    private static final double US_NS = 1e3;

    private final HiccupsResult result;
    private final List<String> lines = new ArrayList<>();

    private HiccupsText(HiccupsResult result) {
        this.result = result;
    }

    public static List<String> of(HiccupsResult result) {
        HiccupsText text = new HiccupsText(result);
        for (MeterKind kind : MeterKind.values()) {
            List<CpuHiccups> found = result.of(kind);
            if (!found.isEmpty()) {
                text.table(kind, found);
            }
        }
        text.legend();
        text.lines.add(result.worst());
        return text.lines;
    }

    private void add(String form, Object... values) {
        lines.add(String.format(Locale.ROOT, form, values).stripTrailing());
    }

    private void table(MeterKind kind, List<CpuHiccups> found) {
        add("%s", title(result, kind));
        Table table = table(found);
        List<String> heads = table.columns().stream().map(Column::title).toList();
        boolean lost = kind == MeterKind.SPIN_GAP;
        row(table.head(), lost ? heads : heads.subList(0, heads.size() - 1), "timeline");
        for (int i = 0; i < found.size(); i++) {
            Row row = table.rows().get(i);
            row(
                    row.title(),
                    row.cells().stream().map(Cell::text).toList(),
                    found.get(i).timelineNs().stream().map(HiccupsText::mark).collect(Collectors.joining()));
        }
        found.stream()
                .filter(one -> !one.trouble().isEmpty())
                .forEach(one -> add("CPU %d: %s", one.cpu(), one.trouble()));
        lines.add("");
    }

    /** Returns the title of a kind of meter: what it measures, and with which settings. */
    static String title(HiccupsResult result, MeterKind kind) {
        String duration = DurationText.format(result.durationNs());
        return kind == MeterKind.WAKE_UP
                ? "wake-up: how late a thread wakes, scheduled every " + DurationText.format(result.wakeIntervalNs())
                        + " for " + duration
                : "spin-gap: for how long a thread that never sleeps does not get its CPU, gaps of "
                        + DurationText.format(result.gapThresholdNs()) + " and more in " + duration;
    }

    /** Returns a table with one row per CPU. Only spin gaps have a share of lost time. */
    static Table table(List<CpuHiccups> found) {
        return Columns.<CpuHiccups>of("CPU", one -> Integer.toString(one.cpu()))
                .add("count", one -> Cell.count(one.count()))
                .add("p50", one -> value(one, one.delays().p50Ns()))
                .add("p90", one -> value(one, one.delays().p90Ns()))
                .add("p99", one -> value(one, one.delays().p99Ns()))
                .add("p99.9", one -> value(one, one.delays().p999Ns()))
                .add("max", one -> value(one, one.delays().maxNs()))
                .add(
                        "lost",
                        one -> Cell.number(
                                one.meter().equals(MeterKind.SPIN_GAP.word())
                                        ? String.format(Locale.ROOT, "%.2f %%", one.lostPercent())
                                        : ""))
                .table("", "", "", found);
    }

    private void row(String cpu, List<String> figures, String timeline) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%5s", cpu));
        for (int column = 0; column < COLUMNS; column++) {
            String figure = column < figures.size() ? figures.get(column) : "";
            line.append(String.format(Locale.ROOT, column == COLUMNS - 1 ? " %7s" : " %8s", figure));
        }
        lines.add(line.append("  ").append(timeline).toString().stripTrailing());
    }

    private static Cell value(CpuHiccups one, long ns) {
        return Cell.number(one.count() == 0 ? "-" : DurationText.format(ns));
    }

    /** Returns the decade of a delay as one character of the timeline. */
    static String mark(long ns) {
        if (ns < SHORTEST_SHOWN_NS) {
            return ".";
        }
        int decade = 1;
        for (long limit = 10 * SHORTEST_SHOWN_NS; ns >= limit && decade < HIGHEST; limit *= 10) {
            decade++;
        }
        return Integer.toString(decade);
    }

    private void legend() {
        add("timeline: the longest of each %s", DurationText.format(result.timelineIntervalNs()));
        add(". below 10 us, 1 from 10 us, 2 from 100 us, 3 from 1 ms, 4 from 10 ms, 5 from 100 ms, 6 from 1 s");
    }

    public static ExperimentPage page(HiccupsResult result) {
        List<Section> sections = new ArrayList<>();
        for (MeterKind kind : MeterKind.values()) {
            List<CpuHiccups> found = result.of(kind);
            if (!found.isEmpty()) {
                sections.add(section(result, kind, found));
            }
        }
        return new ExperimentPage(
                "t2q host hiccups",
                List.of(result.startedAt() + ", " + result.product() + ", fingerprint " + result.hostFingerprint()),
                result.worst(),
                sections);
    }

    private static Section section(HiccupsResult result, MeterKind kind, List<CpuHiccups> found) {
        List<String> troubles = found.stream()
                .filter(one -> !one.trouble().isEmpty())
                .map(one -> "CPU " + one.cpu() + ": " + one.trouble())
                .toList();
        List<Plot> plots = found.stream()
                .map(one -> (Plot)
                        new Line("CPU " + one.cpu() + ": longest delay in µs, over seconds", points(result, one)))
                .toList();
        return new Section(HiccupsText.title(result, kind), List.of(HiccupsText.table(found)), troubles, plots);
    }

    private static List<Point> points(HiccupsResult result, CpuHiccups one) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < one.timelineNs().size(); i++) {
            points.add(new Point(
                    (i + 1) * result.timelineIntervalNs() / SECOND_NS,
                    one.timelineNs().get(i) / US_NS));
        }
        return points;
    }
}
