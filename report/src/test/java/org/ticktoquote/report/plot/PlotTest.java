package org.ticktoquote.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ticktoquote.report.Figures;
import org.ticktoquote.report.plot.Bars.Bar;
import org.ticktoquote.report.plot.Bars.Point;

/** Marks are drawn at the axis positions of their values. */
class PlotTest {
    @Test
    void coordinatesAreRoundedAsByStringFormat() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 20_000; i++) {
            double value = random.nextInt(-200_000, 200_000) / (i % 2 == 0 ? 1_000.0 : 7.0);
            String formatted = String.format(Locale.ROOT, "%.1f", value);
            assertThat(Svg.number(value)).isEqualTo(formatted.equals("-0.0") ? "0.0" : formatted);
        }
        assertThat(Svg.number(Double.NaN)).isEqualTo("NaN");
    }

    @Test
    void barLengthIsTheLogarithmOfTheCount() {
        assertThat(Bars.counts("x", List.of(new Bar("a", 9_999), new Bar("b", 99), new Bar("c", 0))))
                .containsSubsequence("width=\"470.0\"", "width=\"235.0\"", "width=\"0.0\"");
    }

    @Test
    void axisOfALineIncludesZero() {
        assertThat(Bars.line("x", List.of(new Point(0, 20), new Point(10, 80)))).contains("M170.0,128.0L706.0,14.0");
        assertThat(Bars.line("x", List.of(new Point(3, 0)))).contains("M438.0,90.0");
    }

    /** From 0.1 at 100 to 10 at 300: a decade is 100 pixels. */
    @Test
    void forestFiguresLieBetweenTheirBounds() {
        Forest forest = new Forest(
                "x",
                100,
                300,
                0.1,
                10,
                List.of(1.0, 1.01, 100.0),
                Figures::number,
                List.of(
                        new Forest.Row("pass", "inside", 0.1, 1.0, 10.0, 10.0, "one"),
                        new Forest.Row("fail", "outside", 0.01, 1.0, 100.0, null, "other"),
                        new Forest.Row("", "bounded", null, null, 1.0, null, "at most")));
        assertThat(forest.svg(44))
                .contains("<path class=\"one\" d=\"M200.0,8V86\"/>")
                .contains("M100.0,21H300.0M100.0,16v10M300.0,16v10", "<path class=\"margin\" d=\"M300.0,11v20\"/>")
                .contains("<circle cx=\"200.0\" cy=\"21\" r=\"5\"/>")
                .as("arrows at the edges of the plot")
                .contains("M100.0,47H300.0M100.0,47l7,-5M100.0,47l7,5M300.0,47l-7,-5M300.0,47l-7,5")
                .contains("M100.0,73H200.0M200.0,68v10")
                .doesNotContain(">1.01<", ">100<");
    }

    @Test
    void textsAreEscaped() {
        Svg svg = Svg.of(10, 10, "<a>\"");
        svg.titled("<b>", "rect", "x", "<c>");
        svg.label(0, 0, "end", "<d>", "<e>");
        assertThat(svg.end().replaceAll("</?(svg|rect|title|text)\\b[^<>]*>", ""))
                .doesNotContain("<", ">");
    }
}
