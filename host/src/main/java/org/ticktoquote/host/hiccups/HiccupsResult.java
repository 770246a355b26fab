package org.ticktoquote.host.hiccups;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.hiccup.DelayPercentiles;
import org.ticktoquote.host.hiccups.HiccupsResult.MeterKind;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.Bars;
import org.ticktoquote.report.plot.Bars.Point;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;

/**
 * Result of a hiccup measurement, as written to JSON. Field names are stable.
 *
 * @param startedAt ISO-8601 UTC
 * @param product name and version of t2q
 * @param durationNs duration of each kind of meter
 * @param wakeIntervalNs time between two scheduled wake-ups
 * @param gapThresholdNs threshold for spin gaps
 * @param timelineIntervalNs time between two points of a timeline
 * @param hostFingerprint hash of the host's fingerprint
 * @param cpus one per CPU and meter
 */
public record HiccupsResult(
        String startedAt,
        String product,
        long durationNs,
        long wakeIntervalNs,
        long gapThresholdNs,
        long timelineIntervalNs,
        String hostFingerprint,
        List<CpuHiccups> cpus) {
    private static final long MIN_SHOWN_NS = 10_000;
    private static final int MAX_DECADE = 6;
    private static final double SECOND_NS = 1e9;
    private static final double US_NS = 1e3;
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writerWithDefaultPrettyPrinter();

    public HiccupsResult {
        cpus = List.copyOf(cpus);
    }

    List<CpuHiccups> of(MeterKind kind) {
        return cpus.stream().filter(one -> one.meter().equals(kind.word())).toList();
    }

    /** Returns a sentence about the longest delay. */
    String worst() {
        return cpus.stream()
                .max(Comparator.comparingLong(one -> one.delays().maxNs()))
                .map(one -> "The longest delay is "
                        + DurationText.format(one.delays().maxNs()) + ": CPU " + one.cpu() + ", " + one.meter() + ".")
                .orElse("Nothing was measured.");
    }

    public String json() {
        try {
            return WRITER.writeValueAsString(this);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Returns the result as a report.
     *
     * @param page true for timelines as plots, false for timelines as a column of characters
     */
    public Report report(boolean page) {
        List<Section> sections = new ArrayList<>();
        for (MeterKind kind : MeterKind.values()) {
            List<CpuHiccups> found = of(kind);
            if (!found.isEmpty()) {
                sections.add(section(kind, found, page));
            }
        }
        return Report.ofExperiment(
                "t2q host hiccups",
                List.of(startedAt + ", " + product + ", fingerprint " + hostFingerprint),
                worst(),
                sections);
    }

    private Section section(MeterKind kind, List<CpuHiccups> found, boolean page) {
        Columns<CpuHiccups> columns = columns(found);
        String legend = "";
        List<Picture> plots = List.of();
        if (page) {
            plots = found.stream()
                    .map(one -> picture("CPU " + one.cpu() + ": longest delay in µs, over seconds", points(one)))
                    .toList();
        } else {
            columns.add(
                    "timeline",
                    one -> Cell.text(
                            one.timelineNs().stream().map(HiccupsResult::mark).collect(Collectors.joining())));
            legend = "timeline: the longest of each " + DurationText.format(timelineIntervalNs)
                    + "; . below 10 us, 1 from 10 us, 2 from 100 us, 3 from 1 ms, 4 from 10 ms, 5 from 100 ms, 6 from 1 s";
        }
        List<String> troubles = found.stream()
                .filter(one -> !one.trouble().isEmpty())
                .map(one -> "CPU " + one.cpu() + ": " + one.trouble())
                .toList();
        return Section.plain(title(kind), List.of(columns.table("", "", legend, found)), troubles, plots);
    }

    /** Returns the title of a kind of meter, with its quantity and settings. */
    private String title(MeterKind kind) {
        String duration = DurationText.format(durationNs);
        return kind == MeterKind.WAKE_UP
                ? "wake-up: how late a thread wakes, scheduled every " + DurationText.format(wakeIntervalNs) + " for "
                        + duration
                : "spin-gap: how long a thread that never sleeps loses its CPU, gaps of "
                        + DurationText.format(gapThresholdNs) + " or more in " + duration;
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

    private List<Point> points(CpuHiccups one) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < one.timelineNs().size(); i++) {
            points.add(new Point(
                    (i + 1) * timelineIntervalNs / SECOND_NS, one.timelineNs().get(i) / US_NS));
        }
        return points;
    }

    /**
     * Delays of one meter on one CPU, in nanoseconds.
     *
     * <p>Delays are highest equivalent values of a histogram with three significant digits.
     *
     * @param cpu CPU number
     * @param meter {@code wake-up} (delays of all scheduled wakes) or {@code spin-gap} (gaps above the threshold)
     * @param measuredNs duration of the measurement
     * @param count number of delays
     * @param delays one delay per percentile
     * @param sumNs total time taken by gaps; 0 for wake-ups
     * @param timelineNs longest delay of each interval of the measurement
     * @param trouble settings that the system refused; empty if none
     */
    record CpuHiccups(
            int cpu,
            String meter,
            long measuredNs,
            long count,
            @JsonUnwrapped DelayPercentiles delays,
            long sumNs,
            List<Long> timelineNs,
            String trouble) {
        public CpuHiccups {
            timelineNs = List.copyOf(timelineNs);
        }

        /** Returns the share of time taken by gaps. */
        double lostPercent() {
            return measuredNs == 0 ? 0 : 100.0 * sumNs / measuredNs;
        }
    }

    /** Kind of meter. */
    public enum MeterKind {
        /** Measures how late a sleeping thread wakes up, on an absolute schedule. */
        WAKE_UP,
        /** Measures how long a thread that never sleeps is kept off its CPU. */
        SPIN_GAP;

        /** Returns the word used in options and results, as in {@code wake-up}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
