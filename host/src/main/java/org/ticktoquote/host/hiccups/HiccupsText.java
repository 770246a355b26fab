package org.ticktoquote.host.hiccups;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.DurationText;

/** A measurement as text for a terminal, at most 120 columns wide. */
public final class HiccupsText {
    private static final long SHORTEST_SHOWN_NS = 10_000;
    private static final int HIGHEST = 6;

    private final HiccupsResult result;
    private final List<String> lines = new ArrayList<>();

    private HiccupsText(HiccupsResult result) {
        this.result = result;
    }

    /** The lines of a result. */
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
        String last = kind == MeterKind.WAKE_UP ? "" : "lost";
        add("%5s %8s %8s %8s %8s %8s %8s %7s  timeline", "CPU", "count", "p50", "p90", "p99", "p99.9", "max", last);
        found.forEach(one -> row(one, kind));
        found.stream()
                .filter(one -> !one.trouble().isEmpty())
                .forEach(one -> add("CPU %d: %s", one.cpu(), one.trouble()));
        lines.add("");
    }

    /** What a kind of meter measures, and how. */
    static String title(HiccupsResult result, MeterKind kind) {
        String duration = DurationText.format(result.durationNs());
        return kind == MeterKind.WAKE_UP
                ? "wake-up: how late a thread wakes, scheduled every " + DurationText.format(result.wakeIntervalNs())
                        + " for " + duration
                : "spin-gap: for how long a thread that never sleeps does not get its CPU, gaps of "
                        + DurationText.format(result.gapThresholdNs()) + " and more in " + duration;
    }

    private void row(CpuHiccups one, MeterKind kind) {
        add(
                "%5d %,8d %8s %8s %8s %8s %8s %7s  %s",
                one.cpu(),
                one.count(),
                value(one, one.p50Ns()),
                value(one, one.p90Ns()),
                value(one, one.p99Ns()),
                value(one, one.p999Ns()),
                value(one, one.maxNs()),
                kind == MeterKind.WAKE_UP ? "" : String.format(Locale.ROOT, "%.2f %%", one.lostPercent()),
                one.timelineNs().stream().map(HiccupsText::mark).collect(Collectors.joining()));
    }

    private static String value(CpuHiccups one, long ns) {
        return one.count() == 0 ? "-" : DurationText.format(ns);
    }

    /** The decade of a delay: one digit of the timeline. */
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
}
