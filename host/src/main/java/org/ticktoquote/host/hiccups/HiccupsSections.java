package org.ticktoquote.host.hiccups;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.host.hiccups.HiccupsResult.CpuHiccups;
import org.ticktoquote.host.hiccups.HiccupsResult.MeterKind;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.Bars;
import org.ticktoquote.report.plot.Bars.Point;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;

/** Hiccups of CPUs as a report. */
public final class HiccupsSections {
    private static final long MIN_SHOWN_NS = 10_000;
    private static final int MAX_DECADE = 6;
    private static final double SECOND_NS = 1e9;
    private static final double US_NS = 1e3;

    private HiccupsSections() {}

    /**
     * Returns the report.
     *
     * @param page true for timelines as plots, false for timelines as a column of characters
     */
    public static Report of(HiccupsResult result, boolean page) {
        List<Section> sections = new ArrayList<>();
        for (MeterKind kind : MeterKind.values()) {
            List<CpuHiccups> found = result.of(kind);
            if (!found.isEmpty()) {
                sections.add(section(result, kind, found, page));
            }
        }
        return Report.ofExperiment(
                "t2q host hiccups",
                List.of(result.startedAt() + ", " + result.product() + ", fingerprint " + result.hostFingerprint()),
                result.worst(),
                sections);
    }

    private static Section section(HiccupsResult result, MeterKind kind, List<CpuHiccups> found, boolean page) {
        Columns<CpuHiccups> columns = columns(found);
        String legend = "";
        List<Picture> plots = List.of();
        if (page) {
            plots = found.stream()
                    .map(one ->
                            picture("CPU " + one.cpu() + ": longest delay in µs, over seconds", points(result, one)))
                    .toList();
        } else {
            columns.add(
                    "timeline",
                    one -> Cell.text(
                            one.timelineNs().stream().map(HiccupsSections::mark).collect(Collectors.joining())));
            legend = "timeline: the longest of each " + DurationText.format(result.timelineIntervalNs())
                    + "; . below 10 us, 1 from 10 us, 2 from 100 us, 3 from 1 ms, 4 from 10 ms, 5 from 100 ms, 6 from 1 s";
        }
        List<String> troubles = found.stream()
                .filter(one -> !one.trouble().isEmpty())
                .map(one -> "CPU " + one.cpu() + ": " + one.trouble())
                .toList();
        return Section.plain(title(result, kind), List.of(columns.table("", "", legend, found)), troubles, plots);
    }

    /** Returns the title of a kind of meter, with its quantity and settings. */
    private static String title(HiccupsResult result, MeterKind kind) {
        String duration = DurationText.format(result.durationNs());
        return kind == MeterKind.WAKE_UP
                ? "wake-up: how late a thread wakes, scheduled every " + DurationText.format(result.wakeIntervalNs())
                        + " for " + duration
                : "spin-gap: how long a thread that never sleeps loses its CPU, gaps of "
                        + DurationText.format(result.gapThresholdNs()) + " or more in " + duration;
    }

    /** Returns columns of a table with one row per CPU. Only spin gaps have a share of lost time. */
    private static Columns<CpuHiccups> columns(List<CpuHiccups> found) {
        boolean lost = found.get(0).meter().equals(MeterKind.SPIN_GAP.word());
        return Columns.<CpuHiccups>of("CPU", one -> Integer.toString(one.cpu()))
                .add("count", one -> Cell.count(one.count()))
                .add("p50", one -> value(one, one.delays().p50Ns()))
                .add("p90", one -> value(one, one.delays().p90Ns()))
                .add("p99", one -> value(one, one.delays().p99Ns()))
                .add("p99.9", one -> value(one, one.delays().p999Ns()))
                .add("max", one -> value(one, one.delays().maxNs()))
                .addIf(lost, "lost", "", one -> Cell.number(String.format(Locale.ROOT, "%.2f %%", one.lostPercent())));
    }

    private static Cell value(CpuHiccups one, long ns) {
        return Cell.number(one.count() == 0 ? "-" : DurationText.format(ns));
    }

    /** Returns the decade of a delay as one character of the timeline. */
    static String mark(long ns) {
        if (ns < MIN_SHOWN_NS) {
            return ".";
        }
        int decade = 1;
        for (long limit = 10 * MIN_SHOWN_NS; ns >= limit && decade < MAX_DECADE; limit *= 10) {
            decade++;
        }
        return Integer.toString(decade);
    }

    private static Picture picture(String caption, List<Point> points) {
        return Picture.under(caption, Bars.line(caption, points));
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
