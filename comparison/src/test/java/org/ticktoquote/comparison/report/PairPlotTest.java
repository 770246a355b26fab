package org.ticktoquote.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.gate.verdict.GateScene.side;
import static org.ticktoquote.comparison.gate.verdict.GateScene.written;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.ticks.PairTicks;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.GateScene;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.report.Section;

/** The ticks of the pairs of a duet on the page of a gate. */
final class PairPlotTest {
    private static final int TICKS = 1_000;
    private static final long STEP_NS = 10_000_000;
    private static final long HELD_NS = 2_500_000;

    @TempDir
    private Path folder;

    private final List<GatedRun> baseline = new ArrayList<>();
    private final List<GatedRun> candidate = new ArrayList<>();

    private void pair(SampleRun old, SampleRun now) {
        baseline.add(written(old));
        candidate.add(written(now));
    }

    private void pair(int number) {
        pair(side(folder, "old", number), side(folder, "new", number));
    }

    private static long shared(int tick) {
        return 400_000 + tick * 7_919L % 1_000 * 100;
    }

    private static void ticks(GatedRun run, int ticks, IntToLongFunction lastClientNs) {
        Path file = new RunDirectory(run.directory()).tickResults();
        try (TickResults results = TickResults.create(file, 0, UUID.fromString(run.id()))) {
            for (int i = 0; i < ticks; i++) {
                long id = results.append(i * STEP_NS, i * STEP_NS, 0, 0, 1);
                results.setClients(id, 0, 0, lastClientNs.applyAsLong(i), 0);
            }
            results.complete();
        }
    }

    /** The candidate delays every tick and loses two. */
    private void ticks(int pair) {
        ticks(baseline.get(pair), TICKS, PairPlotTest::shared);
        ticks(candidate.get(pair), TICKS, i -> i == 5 || i == 9 ? TickResults.LOST : shared(i) + HELD_NS);
    }

    private GateReport report() {
        return GateScene.judge(baseline, candidate);
    }

    private List<GatedRun> given() {
        return Stream.concat(baseline.stream(), candidate.stream()).toList();
    }

    private String page() {
        return GateSections.of(report(), given()).html();
    }

    @Test
    void drawsEveryPairNewestFirstAsADiagnostic() {
        for (int i = 1; i <= 3; i++) {
            pair(i);
            ticks(i - 1);
        }
        String page = page();
        assertThat(page)
                .containsSubsequence(
                        "id=\"pair-ticks\"",
                        "This pair only: a diagnostic.",
                        "one start of each application",
                        "It does not affect the verdict.",
                        "id=\"pair-1\" open",
                        "baseline run-3, candidate run-3",
                        "median +2.50 ms",
                        "<path class=\"band difference\" d=\"M84.0,",
                        "This pair only.",
                        "998 ticks answered by both; lost by the candidate alone: 2, by the baseline alone: 0, by both: 0.",
                        "lowest +2.50 ms, median +2.50 ms, highest +2.50 ms",
                        "id=\"pair-2\"",
                        "baseline run-2, candidate run-2",
                        "id=\"pair-3\"",
                        "baseline run-1, candidate run-1")
                .doesNotContain("id=\"pair-4\"", "<script", "NaN", "Infinity", "http:");
        assertThat(page.split("<path class=\"line difference\"", -1)).hasSize(1 + 3);
        assertThat(page.split("id=\"pair-[0-9]+\" open", -1)).as("folded").hasSize(1 + 1);
        assertThat(page()).as("the same runs").isEqualTo(page);
    }

    /** The line is drawn at the axis position of its value. */
    @Test
    void lineMatchesTheAxisAtItsValue() {
        pair(1);
        ticks(baseline.get(0), TICKS, PairPlotTest::shared);
        ticks(candidate.get(0), TICKS, i -> shared(i) + 2_000_000);
        String page = page();
        Matcher held =
                Pattern.compile("y=\"([0-9.]+)\" text-anchor=\"end\">\\+2 ms<").matcher(page);
        assertThat(held.find()).isTrue();
        String line = page.substring(page.indexOf("<path class=\"line difference\" d=\"") + 33);
        assertThat(line.substring(0, line.indexOf('"')))
                .startsWith("M84.0," + held.group(1) + "H")
                .endsWith("V" + held.group(1) + "H940.0");
        assertThat(page).containsOnlyOnce("text-anchor=\"end\">0<").containsSubsequence(">0 s<", ">2 s<", ">4 s<");
    }

    @Test
    void pageSizeIsBoundedForLongRuns() {
        pair(1);
        String without = page();
        ticks(baseline.get(0), 100_000, PairPlotTest::shared);
        ticks(candidate.get(0), 100_000, i -> shared(i) + i * 31L % 997 * 50_000 - 9_000_000);
        assertThat(page().length() - without.length()).isBetween(5_000, 20_000);
    }

    @Test
    void readsOnlyTheNewestTenPairs() {
        for (int i = 1; i <= 12; i++) {
            pair(i);
            ticks(i - 1);
        }
        assertThat(PairPlot.of(PairTicks.newest(report(), given())))
                .hasSize(PairTicks.MAX_PAIRS)
                .extracting(Section::title)
                .startsWith("baseline run-12, candidate run-12")
                .endsWith("baseline run-3, candidate run-3");
        assertThat(page()).contains("The newest 10 of 12 pairs.");
    }

    @Test
    void reportsPairsWhoseTicksAreMissing() throws IOException {
        for (int i = 1; i <= 3; i++) {
            pair(i);
        }
        ticks(0);
        ticks(2);
        GatedRun changed = candidate.get(2);
        byte[] results = Files.readAllBytes(new RunDirectory(changed.directory()).tickResults());
        results[5_000] ^= 1;
        Files.write(new RunDirectory(changed.directory()).tickResults(), results);
        List<GatedRun> given = new ArrayList<>(given());
        given.remove(baseline.get(0));
        String page = GateSections.of(report(), given).html();
        assertThat(page)
                .containsSubsequence(
                        "baseline run-3, candidate run-3",
                        "no plot",
                        "its checksum differs",
                        "baseline run-2, candidate run-2",
                        "No plot: the tick results of the baseline are missing",
                        "the tick results of the candidate are missing",
                        "baseline run-1, candidate run-1",
                        "No plot: the run of the baseline is not an input of this gate (earlier gates keep only small files).")
                .doesNotContain("path class=\"line difference\"");
    }

    /** The state only has the small files, but the given runs have their directories. */
    @Test
    void continuedGateDrawsOnlyTheGivenRuns() {
        pair(1);
        ticks(0);
        GateStore.Terms terms = new GateStore.Terms(GatePolicy.RELEASE, Set.of(), false);
        try (GateStore store = GateStore.open(folder.resolve("state"))) {
            store.decide(terms, baseline, candidate);
            pair(2);
            ticks(1);
            GateReport report = store.decide(terms, baseline.subList(1, 2), candidate.subList(1, 2));
            List<Section> plots = PairPlot.of(PairTicks.newest(report, List.of(baseline.get(1), candidate.get(1))));
            assertThat(plots).extracting(Section::hint).containsExactly("median +2.50 ms", "no plot");
        }
    }

    @Test
    void drawsAndNamesTheLatestAttribution() {
        pair(side(folder, "old", 1).soonest(0.9), side(folder, "new", 1));
        ticks(0);
        assertThat(page()).contains("ambiguous ticks count as answered at the latest, on both sides");
    }

    @Test
    void pairWithOneCountedRunHasNoPlot() {
        pair(
                side(folder, "old", 1).validity("VOID"),
                side(folder, "new", 1).lost(7).validity("FAILED"));
        pair(2);
        ticks(1);
        assertThat(page()).contains("No plot: only one of its runs counts.", "median +2.50 ms");
    }

    @Test
    void soloRunsHaveNoPairPlot() {
        pair(GateScene.at(folder.resolve("old/run-1"), 1), GateScene.at(folder.resolve("new/run-1"), 1));
        assertThat(page()).doesNotContain("pair-ticks", "diagnostic");
    }
}
