package org.ticktoquote.host.pingpong;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.Report;
import org.ticktoquote.report.Section;
import org.ticktoquote.report.plot.Bars;
import org.ticktoquote.report.plot.Bars.Point;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Columns;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;

/** Formats a ping-pong result as a report. Every figure has a name, unit, population and count. */
public final class PingpongSections {
    /** Published figures for comparison. */
    static final String PUBLISHED = "published: round trip over an on-board adapter 60 us with interrupt coalescing,"
            + " 25..30 us without, at the price of CPU";

    private static final String UNSUPPORTED = "* unsupported: fewer than 10 independent messages lie beyond it";

    /** Positions of the percentiles on an axis of nines: -log10 of the share beyond. */
    private static final List<Double> NINES = List.of(-Math.log10(0.5), 1.0, 2.0, 3.0, 4.0);

    private static final double US_NS = 1e3;

    private PingpongSections() {}

    public static Report of(PingpongResult result) {
        List<Picture> plots = new ArrayList<>();
        for (PassResult pass : result.passes()) {
            for (Map.Entry<String, LatencyFigures> latency : pass.latencies().entrySet()) {
                plots.addAll(curve(pass, latency.getKey(), latency.getValue()));
            }
        }
        return Report.ofExperiment(
                "t2q host pingpong",
                List.of(
                        result.startedAt() + ", " + result.product() + ", fingerprint "
                                + result.host().hash(),
                        "server " + result.server() + ": " + result.serverSays()),
                loop(result) + ", reception " + result.reception(),
                List.of(Section.plain("round trips", List.of(table(result.passes())), remarks(result), plots)));
    }

    private static List<String> remarks(PingpongResult result) {
        List<String> remarks = new ArrayList<>();
        result.troubles().forEach(trouble -> remarks.add("not granted: " + trouble));
        for (PassResult pass : result.passes()) {
            if (pass.duplicates() > 0) {
                remarks.add(String.format(Locale.ROOT, "%,d replies came again", pass.duplicates()));
            }
            if (pass.early() > 0) {
                remarks.add(String.format(
                        Locale.ROOT,
                        "%,d replies came before their message was sent: this server cannot be measured",
                        pass.early()));
            }
        }
        remarks.add(PUBLISHED);
        boolean unsupported = result.passes().stream()
                .flatMap(pass -> pass.latencies().values().stream())
                .flatMap(figures -> figures.percentiles().values().stream())
                .anyMatch(figure -> figure.low() != null && !figure.supported());
        if (unsupported) {
            remarks.add(UNSUPPORTED);
        }
        return remarks;
    }

    /** Describes the measurement, as in {@code udp, open loop, 1,000 messages/s}. */
    static String loop(PingpongResult result) {
        String rate = result.ratePerSecond() == 0
                ? "one message at a time"
                : String.format(Locale.ROOT, "%,d messages/s", result.ratePerSecond());
        return result.transport() + ", " + result.loop() + " loop, " + rate;
    }

    /** Named latency of one message size. */
    private record Measured(PassResult pass, String name, LatencyFigures figures) {
        String title() {
            return String.format(Locale.ROOT, "%,d bytes %s", pass.bytes(), name);
        }

        Cell max() {
            return Cell.number(figures.measured() == 0 ? "-" : bound(figures.max()));
        }

        Cell cpu() {
            return Cell.number(
                    name.equals("round trip") ? String.format(Locale.ROOT, "%.0f %%", pass.cpuPercent()) : "");
        }
    }

    /** Returns a table with one row per size and latency. */
    private static Table table(List<PassResult> passes) {
        return Columns.of("", Measured::title)
                .add("count", row -> Cell.count(row.figures.count()))
                .add("lost", row -> Cell.count(row.figures.censored()))
                .addEach(
                        List.of("p50", "p90", "p99", "p99_9", "p99_99"),
                        level -> Column.of(level.replace('_', '.'), ""),
                        (row, level) -> Cell.number(figure(
                                Objects.requireNonNull(row.figures.percentiles().get(level)))))
                .add("max", Measured::max)
                .add("CPU", Measured::cpu)
                .table(
                        "",
                        "",
                        "",
                        passes.stream()
                                .flatMap(pass -> pass.latencies().entrySet().stream()
                                        .map(latency -> new Measured(pass, latency.getKey(), latency.getValue())))
                                .toList());
    }

    /** Formats a percentile, with a star if it is unsupported. */
    private static String figure(PercentileFigure figure) {
        return figure.low() == null ? "-" : bound(figure.high()) + (figure.supported() ? " " : "*");
    }

    /** Formats a value, or {@code lost} if its rank falls among lost messages. */
    static String bound(@Nullable Long ns) {
        return ns == null ? "lost" : DurationText.format(ns);
    }

    private static List<Picture> curve(PassResult pass, String name, LatencyFigures figures) {
        List<Point> points = new ArrayList<>();
        int place = 0;
        for (PercentileFigure figure : figures.percentiles().values()) {
            Long high = figure.high();
            if (high != null) {
                points.add(new Point(NINES.get(place), high / US_NS));
            }
            place++;
        }
        String caption = String.format(
                Locale.ROOT, "%,d bytes %s: µs, over nines (1 is p90, 2 is p99, 3 is p99.9)", pass.bytes(), name);
        return points.isEmpty() ? List.of() : List.of(Picture.under(caption, Bars.line(caption, points)));
    }
}
