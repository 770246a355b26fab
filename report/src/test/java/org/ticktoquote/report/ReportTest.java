package org.ticktoquote.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.report.Block.Picture;
import org.ticktoquote.report.CurveChart.Choice;
import org.ticktoquote.report.CurveChart.Entry;
import org.ticktoquote.report.CurveChart.Legend;
import org.ticktoquote.report.CurveChart.Option;
import org.ticktoquote.report.plot.Bars;
import org.ticktoquote.report.plot.Bars.Bar;
import org.ticktoquote.report.plot.Bars.Point;
import org.ticktoquote.report.table.Cell;
import org.ticktoquote.report.table.Table;
import org.ticktoquote.report.table.Table.Column;
import org.ticktoquote.report.table.Table.Row;

/** A report with every kind of block. */
class ReportTest {
    private static final String HOSTILE = "<script>alert('&')</script>";

    private static Table table(String text) {
        return new Table(
                "clocks",
                text,
                text,
                "clock",
                Column.all("min", text),
                List.of(
                        Row.of(text, text, List.of(Cell.number("1.00"), Cell.text(text)))
                                .linked("run-1/report.html"),
                        Row.of("a part", "", List.of(Cell.number("1.00"), Cell.marked(text + " one", text + " two")))
                                .as(Row.Kind.PART),
                        Row.remark(text, text)));
    }

    private static Picture picture(String text) {
        return new Picture(
                text,
                "",
                text,
                Bars.line(text, List.of(new Point(0, 0), new Point(5, -20), new Point(10, 80))),
                List.of(new Block.Key("one", text)),
                text,
                new Block.Details(text, List.of(text), List.of(text), text, List.of(text)));
    }

    private static List<Block> blocks(String text) {
        return List.of(
                new Block.Text("hint", text),
                new Block.Command(text, text),
                new Block.Items(List.of(text)),
                Block.Tables.of(table(text)),
                new Block.Facts(List.of(new Block.FactList(text, List.of(new Block.Fact(text, text))))),
                new Block.Tiles(List.of(new Block.Tile(text, Cell.number(text), text))),
                new Block.Pictures("", "two", List.of(picture(text))),
                Block.Pictures.of("bars", Picture.under(text, Bars.counts(text, List.of(new Bar(text, 3))))),
                Section.of("inner", text, text, Block.Text.of(text)),
                Section.plain(text, table(text)));
    }

    private static Report page(String text, List<Block> more) {
        return new Report(
                text,
                "run",
                text,
                List.of(text),
                new Report.Verdict(text, "pass", text, blocks(text)),
                List.of(
                        Section.untitled(text, Block.Text.of(text)),
                        new Section("plain", text, text, Section.Form.PLAIN, blocks(text)),
                        new Section("folded", text, text, Section.Form.folded(false), more),
                        new Section("unfolded", text, text, Section.Form.folded(true), blocks(text))));
    }

    private static CurveChart chart(String text) {
        Option option = new Option("value", text, text, true);
        return new CurveChart(
                "curves",
                "matrix-curves",
                "",
                text,
                List.of(
                        new Choice(text, "figure", false, List.of(option)),
                        new Choice(text, "jvm", true, List.of(option))),
                text,
                new Legend(
                        text,
                        text,
                        text,
                        List.of(new Entry(text, text, text, 0)),
                        List.of(new Entry(text, text, "", 1))),
                text,
                Figures.json(text));
    }

    @Test
    void escapesAllText() {
        assertThat(page(HOSTILE, blocks(HOSTILE)).html())
                .doesNotContain("<script", "class=\"fold-all")
                .contains("&lt;script&gt;alert('&amp;')&lt;/script&gt;")
                .doesNotContain("http-equiv=\"refresh\"", "script-src");
        String scripted = page(
                        HOSTILE,
                        List.of(
                                chart(HOSTILE),
                                new Block.TimeLineChart("[]", "[]", HOSTILE),
                                new Block.HeatMap(List.of(new Block.Key("one", HOSTILE)), 1, "[]")))
                .html();
        assertThat(scripted)
                .doesNotContain("<script>alert")
                .contains("\\u003cscript>alert('&')\\u003c/script>", "script-src ")
                .contains("function matrixCurves", "function timeLine", "function heatMap")
                .doesNotContain("function percentileCurves")
                .containsOnlyOnce("class=\"fold-all");
    }

    @Test
    void showsMicroSignAndEscapesControlCharacters() {
        String text = "45.0 us, 7\u00a0us, status 7, bus 1 usage, app\u001b[31m\u0000 \u202etxt.exe";
        assertThat(page(text, List.of()).html())
                .contains("45.0 µs, 7\u00a0µs, status 7, bus 1 usage, app\\x1b[31m\\x00 \\u202etxt.exe");
    }

    /** Control and format characters of foreign text are escaped as JSON. */
    @Test
    void chartDataOfAPageIsJson() throws Exception {
        String text = "DEL \u007f, ST \u009c, soft hyphen \u00ad, override \u202e, micro \u00b5";
        String page = page("x", List.of(chart(text))).html();
        int from = page.indexOf("id=\"curves-data\">") + "id=\"curves-data\">".length();
        String json = page.substring(from, page.indexOf("</script>", from));
        assertThat(new JsonMapper().readValue(json, String.class)).isEqualTo(text);
    }

    /** Text and Markdown have the verdict and everything except drawings, folded blocks and page-only blocks. */
    @Test
    void textOmitsDrawings() {
        Report report = page("x", List.of(Block.Text.of("folded away")));
        assertThat(report.lines())
                .startsWith(
                        "x  x",
                        "next: x  # x",
                        "- x",
                        "x",
                        "x",
                        "clock      min  x",
                        "x         1.00  x",
                        "  a part  1.00  x one",
                        "x         x")
                .noneMatch(line -> line.contains("folded away"));
        assertThat(Section.plain("", "x", Block.Text.of("why"), Block.Pictures.of("", picture("x")))
                        .textual())
                .isFalse();
        assertThat(Section.plain("x", table("x")).onPage().textual()).isFalse();
    }

    @Test
    void markdownHasAllTextEscaped() {
        Report report = page("a|b<c>", List.of());
        assertThat(report.markdown())
                .startsWith("## a\\|b\\<c\\>: a\\|b\\<c\\>\n")
                .contains("\n- a\\|b\\<c\\>\n", "\n**a\\|b\\<c\\>**\n", "| clock | min | a\\|b\\<c\\> |")
                .doesNotContain("<c>");
    }

    @Test
    void markdownShowsControlAndFormatCharactersAsTheirCode() {
        assertThat(page("a\u001b\tb\u009b2J \u202etxt.exe", List.of()).markdown())
                .startsWith("## a b\\\\x9b2J \\\\u202etxt.exe: ");
    }

    /** After a reload, a browser would restore the choices but not what the script shows. */
    @Test
    void browsersDoNotRestoreChoices() {
        assertThat(page("x", List.of(chart("x"), new Block.HeatMap(List.of(), 1, "[]")))
                        .html())
                .contains("<input ", "<select ")
                .doesNotContainPattern("<(input|select)(?![^>]*autocomplete=\"off\")");
    }

    @Test
    void rendersFoldsAndLinks() {
        assertThat(page("x", blocks("x")).html())
                .contains("<details class=\"fold\" id=\"folded\">", "<details class=\"fold\" id=\"unfolded\" open>")
                .contains("<section id=\"plain\" aria-label=\"x\">\n<h2>x</h2>")
                .contains("<section aria-label=\"x\">\n<p>x</p>")
                .contains("<th scope=\"row\"><a href=\"run-1/report.html\">x</a>")
                .contains("<tr class=\"part\">", "x <mark>one</mark>", "colspan=\"2\"");
    }

    @Test
    void leavesOutTablesWithoutRows() {
        Table none = Table.of("clock", List.of(), List.of());
        assertThat(page("x", List.of(Block.Tables.of(none))).html())
                .doesNotContain("<th scope=\"col\">clock</th>\n</tr>");
    }

    @Test
    void writesTheSameBytesForTheSameData(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("page.html");
        Report report = Report.ofExperiment("t2q", List.of(), "45.0 us", List.of(Section.plain("one", table("x"))));
        try (OutputFile claimed = OutputFile.claim(file)) {
            report.write(claimed);
        }
        assertThat(Files.readString(file)).isEqualTo(report.html()).contains("45.0 \u00b5s");
        assertThat(directory.toFile().list()).containsExactly("page.html");
    }
}
