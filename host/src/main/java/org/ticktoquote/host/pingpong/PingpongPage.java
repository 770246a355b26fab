package org.ticktoquote.host.pingpong;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.report.ExperimentPage;
import org.ticktoquote.analysis.report.ExperimentPage.Line;
import org.ticktoquote.analysis.report.ExperimentPage.Plot;
import org.ticktoquote.analysis.report.ExperimentPage.Point;
import org.ticktoquote.analysis.report.ExperimentPage.Section;

/** A ping-pong as an offline page: the table, and the percentiles of every size as a curve. */
public final class PingpongPage {
    /** Where the named percentiles stand on an axis of nines: -log10 of what lies beyond. */
    private static final List<Double> NINES = List.of(-Math.log10(0.5), 1.0, 2.0, 3.0, 4.0);

    private static final double US_NS = 1e3;

    private PingpongPage() {}

    /** The page. */
    public static ExperimentPage of(PingpongResult result) {
        List<Plot> plots = new ArrayList<>();
        for (PassResult pass : result.passes()) {
            for (Map.Entry<String, LatencyFigures> latency : pass.latencies().entrySet()) {
                plots.addAll(curve(pass, latency.getKey(), latency.getValue()));
            }
        }
        List<String> lines = new ArrayList<>(result.troubles());
        lines.add(PingpongText.PUBLISHED);
        lines.add(PingpongText.UNSUPPORTED);
        String title = PingpongText.loop(result) + ", reception " + result.reception();
        return new ExperimentPage(
                "t2q host pingpong",
                List.of(
                        result.startedAt() + ", " + result.product() + ", fingerprint "
                                + result.host().hash(),
                        "server " + result.server() + ": " + result.serverSays()),
                title,
                List.of(new Section("round trips", List.of(PingpongText.table(result.passes())), lines, plots)));
    }

    private static List<Plot> curve(PassResult pass, String name, LatencyFigures figures) {
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
        return points.isEmpty() ? List.of() : List.of(new Line(caption, points));
    }
}
