package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.report.CurveChart;

class ChartsTest {
    private static Curve curve(String name, double times) {
        List<CurvePoint> points = DoubleStream.of(0, 50, 90, 99, 100)
                .mapToObj(p -> new CurvePoint(p, (long) ((p < 50 ? 10 : times) * 1_000_000 * (1 + p)), 20, false))
                .toList();
        return new Curve(name, name, 100, 0, points);
    }

    private static List<String> drawn(Curve... curves) {
        return Stream.of(Charts.latencies(List.of(curves), List.of(), false))
                .flatMap(chart -> chart.legend().entries().stream())
                .map(CurveChart.Entry::title)
                .toList();
    }

    @Test
    void omitsServiceAndQuoteAgeThatCoincideWithAnotherCurve() {
        assertThat(drawn(
                        curve("lastClientNs", 2),
                        curve("responseNs", 1.5),
                        curve("serviceNs", 1.45),
                        curve("quoteAgeNs", 1.5)))
                .containsExactly("last client", "response");
        assertThat(drawn(
                        curve("lastClientNs", 2),
                        curve("responseNs", 1.5),
                        curve("serviceNs", 1.3),
                        curve("quoteAgeNs", 1.3)))
                .as("the quote age coincides with the service")
                .containsExactly("last client", "response", "service");
    }

    @Test
    void drawsEveryOtherCurve() {
        assertThat(drawn(curve("lastClientNs", 2), curve("responseNs", 2), curve("medianClientNs", 2)))
                .hasSize(3);
    }
}
