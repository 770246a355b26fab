package org.ticktoquote.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.analysis.report.Browser.find;
import static org.ticktoquote.analysis.report.Browser.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.report.GateSections;
import org.ticktoquote.core.run.Seal;
import org.ticktoquote.corpus.Corpus;

/** Page of a gate of corpus runs in a browser. */
class GatePageIT {
    private static final int WIDTH = 1_400;

    @TempDir
    private static Path folder;

    private static Path gate;

    @BeforeAll
    static void judge() throws IOException {
        Browser.start();
        Path matrix = Corpus.unpack("matrix", folder.resolve("matrix"));
        gate = Corpus.analyse(matrix, folder.resolve("state"), 1).resolve("gate");
    }

    @AfterEach
    void assertNoComplaints() {
        assertThat(Browser.complaints()).isEmpty();
    }

    private static void open(int width) {
        Browser.open(gate.resolve(GateSections.PAGE), width);
    }

    @Test
    void verdictIsFirstAndThePageRequestsNothing() {
        open(WIDTH);
        assertThat(Browser.title()).isEqualTo("gate · INCONCLUSIVE · tick-to-quote");
        WebElement verdict = find(".verdict");
        assertThat(verdict.getText()).contains("at 2 runs a side");
        assertThat(verdict.getLocation().getY())
                .isLessThan(find("#forest").getLocation().getY());
        assertThat(Browser.requested()).isEmpty();
    }

    /** A dot lies between its bounds, and on the correct side of the margin and of the line of no difference. */
    @Test
    void drawsRatiosBetweenTheirBoundsOnTheRightSideOfTheMargin() throws IOException {
        open(WIDTH);
        JsonNode statistics = Browser.json(gate.resolve("gate.json")).path("statistics");
        List<WebElement> rows = Browser.all("#forest g");
        assertThat(rows).hasSameSizeAs(statistics);
        int one = middle(find("#forest path.one"));
        for (int i = 0; i < 3; i++) {
            JsonNode figures = statistics.get(i);
            int dot = middle(rows.get(i).findElement(By.tagName("circle")));
            WebElement bounds = rows.get(i).findElement(By.cssSelector("path.bounds"));
            int margin = middle(rows.get(i).findElement(By.cssSelector("path.margin")));
            double ratio = figures.path("ratio").asDouble();
            assertThat(dot)
                    .isBetween(
                            bounds.getRect().getX(),
                            bounds.getRect().getX() + bounds.getRect().getWidth());
            assertThat(dot > margin).isEqualTo(ratio > figures.path("margin").asDouble());
            assertThat(dot > one).isEqualTo(ratio > 1);
            assertThat(margin).isGreaterThan(one);
        }
    }

    private static int middle(WebElement element) {
        return element.getRect().getX() + element.getRect().getWidth() / 2;
    }

    @Test
    void dotsAreInExecutionOrder() {
        open(WIDTH);
        List<WebElement> dots = Browser.all("#dots figure:first-child path.dot");
        assertThat(dots.stream().map(GatePageIT::middle)).isSorted();
        assertThat(dots.stream()
                        .map(dot -> String.valueOf(dot.getDomAttribute("class")).split(" ")[1]))
                .containsExactly("baseline", "candidate", "baseline", "candidate");
    }

    @Test
    void fitsEveryWidthAndFollowsColourSchemeAndMedium() {
        for (int width : List.of(600, 1_000, WIDTH)) {
            open(width);
            assertThat(Browser.tooWide(width < WIDTH ? "figure" : ".table"))
                    .as("width %s", width)
                    .isEmpty();
        }
        Browser.emulate("", "dark");
        assertThat(Browser.background()).isEqualTo("rgb(18, 23, 29)");
        assertThat(Browser.run("return getComputedStyle(document.querySelector('#forest text')).fill"))
                .isEqualTo("rgb(230, 235, 240)");
        Browser.emulate("print", "dark");
        assertThat(Browser.background()).as("paper is white").isEqualTo("rgb(255, 255, 255)");
        Browser.emulate("", "light");
        assertThat(Browser.background()).isEqualTo("rgb(255, 255, 255)");
        Browser.emulate("", "");
    }

    /** Hostile text in a reason, a host difference and the candidate's command. */
    @Test
    void escapesExternalText() throws IOException {
        String hostile = "</svg></script><script>document.title='taken'</script><img src=x>";
        String report = Files.readString(gate.resolve("gate.json"))
                .replaceFirst("\"p50 is [^\"]*\"", "\"" + hostile + "\"")
                .replaceFirst(
                        "\"differences\" : \\[ ]", "\"differences\" : [ \"fingerprint.governor: " + hostile + "\" ]")
                .replace("--hold 300us", hostile);
        Path file = Files.writeString(
                folder.resolve("hostile.json"), Seal.put(report.substring(0, report.lastIndexOf(",\n")) + "\n}"));
        GateSections.of(GateReport.read(file), List.of()).write(folder.resolve(GateSections.PAGE));
        Browser.open(folder.resolve(GateSections.PAGE), WIDTH);
        assertThat(Browser.title()).isEqualTo("gate · INCONCLUSIVE · tick-to-quote");
        assertThat(text("#conditions")).contains(hostile);
        assertThat(Browser.all("img")).isEmpty();
    }
}
