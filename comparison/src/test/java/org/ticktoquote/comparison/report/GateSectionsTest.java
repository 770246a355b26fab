package org.ticktoquote.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.gate.verdict.GateScene.judge;
import static org.ticktoquote.comparison.gate.verdict.GateScene.written;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.GateScene;
import org.ticktoquote.report.Report;

final class GateSectionsTest {
    @TempDir
    private Path folder;

    private List<GatedRun> runs(String name, double factor) {
        return GateScene.runs(folder.resolve(name), 3, factor);
    }

    private GateReport slower() {
        return judge(runs("old", 1), runs("new", 1.5));
    }

    private static String page(GateReport report) {
        return GateSections.of(report, List.of()).html();
    }

    @Test
    void verdictIsFirstAndThePageLoadsNothing() {
        assertThat(page(slower()))
                .containsSubsequence(
                        "<h1>Release gate</h1>",
                        "FAIL",
                        "The candidate is worse, by policy release, at 3 runs a side.",
                        "p50 is 1.5",
                        "id=\"forest\"",
                        "id=\"curves\"",
                        "id=\"dots\"",
                        "id=\"runs\"",
                        "id=\"conditions\"",
                        "All conditions agree",
                        "id=\"gates\"")
                .doesNotContain("<script", "http:", "https:", "NaN", "Infinity");
    }

    @Test
    void textHasVerdictRatiosAndMemoryWithoutPageDetails() {
        Report report = GateSections.of(slower(), List.of());
        List<String> lines = report.lines();
        assertThat(lines.get(0)).isEqualTo("FAIL  The candidate is worse, by policy release, at 3 runs a side.");
        assertThat(lines)
                .containsSubsequence("Ratios, candidate over baseline", "History", "Ledger")
                .anyMatch(line -> line.startsWith("- p50 is 1.5"))
                .anyMatch(line -> line.startsWith("- candidate: 3 runs, 3 used"))
                .anySatisfy(line -> assertThat(line).startsWith("p50 ").contains("1.500", "1.050", "fail"))
                .noneMatch(
                        line -> line.startsWith("Runs") || line.startsWith("Conditions") || line.startsWith("Circle"));
        assertThat(report.markdown())
                .startsWith("## Release gate: FAIL\n\nThe candidate is worse, by policy release, at 3 runs a side.\n\n")
                .containsSubsequence("### Ratios", "| p50 | 1.500 |", "### History", "### Ledger");
    }

    @Test
    void drawsARowPerStatisticAndADotPerRun() {
        String page = page(slower());
        assertThat(page.split("<circle", -1))
                .as("ratios without a share of too few late ticks")
                .hasSize(1 + 7);
        assertThat(page.split("<path class=\"margin\"", -1)).as("margins").hasSize(1 + 4);
        assertThat(page.split("<path class=\"dot baseline\"", -1)).hasSize(1 + 4 * 3);
        assertThat(page.split("<path class=\"dot candidate\"", -1)).hasSize(1 + 4 * 3);
        assertThat(page.split("<path class=\"band ", -1)).hasSize(1 + 2);
    }

    @Test
    void oneRunPerSideHasDotsAndCurvesButNoRatios() {
        GateReport report = judge(runs("old", 1).subList(0, 1), runs("new", 1).subList(0, 1));
        assertThat(page(report))
                .contains("INCONCLUSIVE", "class=\"dot baseline unused\"", "id=\"curves\"")
                .doesNotContain("id=\"forest\"");
    }

    @Test
    void lostTicksDoNotProduceNaN() {
        List<GatedRun> now = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            now.add(written(GateScene.at(folder.resolve("new-" + i)).lost(150)));
        }
        assertThat(page(judge(runs("old", 1), now)))
                .contains("dot candidate undefined", "not defined")
                .doesNotContain("NaN", "Infinity");
    }

    @Test
    void escapesDifferencesAndExternalText() throws Exception {
        SampleRun other = GateScene.at(folder.resolve("a<b>\"c"));
        other.fact("fingerprint.cpu-model", "<img src=x onerror=alert(1)>");
        GateReport report = judge(runs("old", 1), List.of(written(other)));
        GateSections.write(report, GateSections.of(report, List.of()), folder);
        String page = Files.readString(folder.resolve(GateSections.PAGE));
        assertThat(page)
                .contains("REFUSED", "These conditions differ:", "&lt;img src=x onerror=alert(1)")
                .doesNotContain("<img", "a<b>");
        assertThat(page(report)).as("the same verdict").isEqualTo(page);
    }
}
