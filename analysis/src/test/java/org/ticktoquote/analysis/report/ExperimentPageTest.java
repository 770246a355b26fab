package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.report.ExperimentPage.Bar;
import org.ticktoquote.analysis.report.ExperimentPage.Bars;
import org.ticktoquote.analysis.report.ExperimentPage.Line;
import org.ticktoquote.analysis.report.ExperimentPage.Point;
import org.ticktoquote.analysis.report.ExperimentPage.Section;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

class ExperimentPageTest {
    private static final String HOSTILE = "<script>alert('&')</script>";

    private static ExperimentPage page(String text) {
        return new ExperimentPage(
                text,
                List.of(text),
                text,
                List.of(new Section(
                        text,
                        List.of(Table.of(
                                "clock",
                                Column.all("min", text),
                                List.of(
                                        Row.of(text, "", List.of(Cell.number("1.00"), Cell.text(text))),
                                        Row.remark(text, text)))),
                        List.of(text),
                        List.of(
                                new Bars(text, List.of(new Bar(text, 9_999), new Bar("none", 0), new Bar("one", 1))),
                                new Line(text, List.of(new Point(0, 0), new Point(5, -20), new Point(10, 80)))))));
    }

    @Test
    void escapesAllText() {
        assertThat(page(HOSTILE).html())
                .doesNotContain("<script")
                .contains("&lt;script&gt;alert('&amp;')&lt;/script&gt;")
                .doesNotContain("http-equiv=\"refresh\"");
    }

    @Test
    void drawsBarsByTheLogarithmOfTheirCount() {
        ExperimentPage.Bars bars = new Bars("x", List.of(new Bar("a", 9_999), new Bar("b", 99), new Bar("c", 0)));
        double full = PlotShape.WIDTH - PlotShape.LABEL - PlotShape.COUNT;
        assertThat(PlotShape.length(bars, bars.bars().get(0))).isEqualTo(String.format("%.1f", full));
        assertThat(PlotShape.length(bars, bars.bars().get(1))).isEqualTo(String.format("%.1f", full / 2));
        assertThat(PlotShape.length(bars, bars.bars().get(2))).isEqualTo("0.0");
    }

    @Test
    void drawsALineBetweenItsExtremesWithZeroAmongThem() {
        Line line = new Line("x", List.of(new Point(0, 20), new Point(10, 80)));
        assertThat(PlotShape.y(line)).isEqualTo(new PlotShape.Range(0, 80));
        assertThat(PlotShape.points(line)).isEqualTo("170.0,128.0 706.0,14.0");
        assertThat(page("x").html()).contains("<polyline points=\"170.0,");
        assertThat(PlotShape.points(new Line("x", List.of(new Point(3, 0))))).isEqualTo("438.0,90.0");
    }

    @Test
    void writesTheSameBytesForTheSameData(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("page.html");
        try (OutputFile claimed = OutputFile.claim(file)) {
            page("t2q").write(claimed);
        }
        assertThat(Files.readString(file)).isEqualTo(page("t2q").html()).contains("colspan=\"2\"");
        assertThat(directory.toFile().list()).containsExactly("page.html");
    }
}
