package org.ticktoquote.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.ticktoquote.analysis.Refusals.assertRefused;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.Analysis;
import org.ticktoquote.analysis.RunFixture;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.comparison.command.CompareCommand;
import org.ticktoquote.comparison.compare.CompareArgument;
import org.ticktoquote.comparison.compare.Compared;
import org.ticktoquote.comparison.compare.ComparedPair;
import org.ticktoquote.comparison.compare.Comparison;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.report.CompareSections;
import org.ticktoquote.core.run.RunManifest;
import picocli.CommandLine;

/** Compares runs with known answers. */
final class CompareRunsTest {
    private static final long MS = 1_000_000;

    @TempDir
    private static Path folder;

    /** Tests only read these runs. */
    @BeforeAll
    static void analyse() throws IOException {
        double[] ms = {1.0, 1.1, 0.9};
        for (int i = 0; i < ms.length; i++) {
            run("old/run-" + (i + 1), ms[i]);
            run("new/run-" + (i + 1), 2 * ms[i]);
        }
        run("single/run-1", 1.0);
        run("other/run-1", 3.0);
    }

    /** Writes a run with a tick every 10 ms, each answered after the given time. */
    private static void run(String name, double answeredAfterMs) throws IOException {
        run(name, answeredAfterMs, 40);
    }

    /** Writes a run of 40 ticks that answers only the first ones. */
    private static void run(String name, double answeredAfterMs, int answered) throws IOException {
        StringBuilder events = new StringBuilder();
        for (int tick = 1; tick <= 40; tick++) {
            String answer = tick <= answered ? " answered at " + (10 * tick + answeredAfterMs) : "";
            events.append("tick %d EUR/USD at %d%s\n".formatted(tick, 10 * tick, answer));
        }
        played(name, events.toString());
    }

    private static Path played(String name, String events) throws IOException {
        Path path = Files.createDirectories(folder.resolve(name));
        UUID identity = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        new RunFixture(path, 1, identity).play(events).analysis().writeFiles();
        return path;
    }

    private Path file() throws IOException {
        Path file = folder.resolve("<b>foreign.hgrm");
        Histogram values = new Histogram(3);
        values.recordValueWithCount(4, 99);
        values.recordValue(8);
        try (PrintStream out = new PrintStream(Files.newOutputStream(file))) {
            values.outputPercentileDistribution(out, 1.0);
        }
        return file;
    }

    private static Comparison compare(String... given) {
        List<CompareArgument> arguments =
                Arrays.stream(given).map(CompareArgument::parse).toList();
        return Comparison.of(arguments, Latency.LAST_CLIENT, null, null, null, path -> {});
    }

    private static String text(Comparison comparison) {
        return String.join("\n", CompareSections.of(comparison).lines());
    }

    private static ComparedPair pair(Comparison comparison) {
        return comparison.pairs().get(0);
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void groupsAreComparedByTheRatioOfTheirGeometricMeans() {
        Comparison comparison = compare("before=" + at("old"), at("new"));
        assertThat(comparison.compared())
                .extracting(Compared::name, Compared::runCount)
                .containsExactly(tuple("before", 3), tuple("new", 3));
        assertThat(pair(comparison).refusal()).isEmpty();
        ComparedPair.Ratio p50 = pair(comparison).differences().get(GateStatistic.P50.ordinal());
        assertThat(p50.ratio()).isCloseTo(2.0, Offset.offset(1e-6));
        // by hand: sd of ln 1, 1.1, 0.9 is 0.10050, error 0.10050 x sqrt(2 / 3), t(4, 0.975) = 2.7764
        double factor = Math.exp(2.7764 * 0.10050 * Math.sqrt(2.0 / 3));
        assertThat(p50.low()).isCloseTo(2 / factor, Offset.offset(2e-3));
        assertThat(p50.high()).isCloseTo(2 * factor, Offset.offset(2e-3));
        assertThat(CompareSections.of(comparison).lines().get(0))
                .as("findings come first")
                .startsWith("new: p50 2.00 of before (1.59 to 2.51), ")
                .contains("max 2.00 (");
        assertThat(text(comparison))
                .contains("starts that are up to 10 %", "new against before", "more", "share > 10.0 ms");
    }

    @Test
    void oneRunPerSideEstablishesNothing() {
        Comparison comparison = compare(at("single"), at("other"));
        assertThat(pair(comparison).differences()).isEmpty();
        assertThat(pair(comparison).refusal()).isEqualTo("one run each");
        assertThat(comparison.compared().get(0).figure(ComparedFigure.P50).valueNs())
                .as("to a bucket")
                .isBetween(MS, MS + 1_000);
        assertThat(comparison.findings())
                .containsExactly("other: p50 3.00 of single, p99.9 3.00, max 3.00, not established: one run each.");
        assertThat(compare(at("single"), at("other"), at("new")).findings())
                .hasSize(5)
                .contains("p50: best single 1.00 ms, worst other 3.00 ms, 3.00 times as long.");
        assertThat(text(comparison)).contains("one run, no bounds", "one run: none");
        assertThat(pair(compare(at("single"), at("new"))).refusal()).startsWith("fewer than 3 runs a side");
    }

    @Test
    void histogramFileHasPercentilesButNoBounds() throws IOException {
        Comparison comparison = compare(at("old"), "theirs=" + file() + ":ms");
        Compared theirs = comparison.compared().get(1);
        assertThat(theirs.count()).isEqualTo(100);
        assertThat(theirs.figure(ComparedFigure.P99).valueNs()).isEqualTo(4 * MS);
        assertThat(theirs.figure(ComparedFigure.MAX).valueNs()).isEqualTo(8 * MS);
        assertThat(theirs.figure(ComparedFigure.P50).lowNs()).isNull();
        assertThat(theirs.note()).startsWith("values in ms, as requested").contains("no bounds");
        assertThat(pair(comparison).refusal()).startsWith("a file has no runs");
    }

    @Test
    void percentileAmongLostTicksIsRefused() throws IOException {
        Path path = played("lost", """
                tick 1 EUR/USD at 10 answered at 11
                tick 2 EUR/USD at 20
                """);
        Comparison comparison = compare(at("single"), path.toString());
        Compared lost = comparison.compared().get(1);
        assertThat(lost.figure(ComparedFigure.P99).valueNs()).isNull();
        assertThat(lost.lost()).isEqualTo(1);
        assertThat(text(comparison)).contains("> drain");
    }

    /** The group that lost ticks is the fastest at every percentile that it has. */
    @Test
    void groupThatLostTicksIsTheWorst() throws IOException {
        for (int i = 1; i <= 3; i++) {
            run("lossy/run-" + i, 0.5, 39);
        }
        assertThat(compare(at("old"), at("new"), at("lossy")).findings())
                .contains(
                        "p50: best lossy 500 us, worst new 2.00 ms, 4.00 times as long.",
                        "p99.9: best old 1.10 ms, worst lossy > drain.",
                        "max: best old 1.10 ms, worst lossy > drain.")
                .last(InstanceOfAssertFactories.STRING)
                .startsWith("lossy: p50 0.50 of old (")
                .endsWith(" It lost 3 of 120 values, old 0 of 120.");
    }

    @Test
    void unmeasuredFailedRunIsAFinding() {
        Comparison known = compare(at("old"), at("new"));
        Compared old = known.compared().get(0);
        GatedRun unmeasured = GatedRun.unmeasured("run-4", "2026-01-01T00:00:00Z", GatedRun.Standing.COUNTS, "");
        Compared failed = element("new", 120, 0, List.of(unmeasured));
        assertThat(findings(old, failed)).containsExactly("new: a FAILED run measured nothing.");
        assertThat(findings(failed, old)).containsExactly("old: a FAILED run of new measured nothing.");
        assertThat(findings(old, element("new", 120, 6, List.of(unmeasured))))
                .containsExactly("new: a FAILED run measured nothing. new lost 6 of 120 values, old 0 of 120.");
    }

    @ParameterizedTest
    @CsvSource({"99999, 5, 0", "199998, 10, 1", "200000, 10, 0", "100000, 6, 1", "50000, 5, 1", "10000, 5, 1"})
    void equalLossIsNoFinding(long count, long lost, int expected) {
        assertThat(findings(element("old", 100_000, 5, List.of()), element("new", count, lost, List.of())))
                .hasSize(expected);
    }

    private static Compared element(String name, long count, long lost, List<GatedRun> runs) {
        Curve curve = new Curve(name, "", count, lost, List.of());
        return new Compared(name, Compared.Kind.RUNS, "", count, lost, Map.of(), List.of(), curve, runs);
    }

    private static List<String> findings(Compared base, Compared other) {
        ComparedPair pair = new ComparedPair(other.name(), "", List.of(), List.of());
        return new Comparison(Comparison.FORMAT_VERSION, "", 1, base.name(), List.of(base, other), List.of(pair))
                .findings();
    }

    @Test
    void voidRunIsADiagnosticAndIsNotCompared() throws IOException {
        Path path = played("void", """
                tick 1 EUR/USD at 10 answered at 11
                session 0 disconnects at 12
                """);
        Files.delete(path.resolve("quotes-00.journal"));
        Analysis.of(path).writeFiles();
        Comparison comparison = compare(at("old"), path.toString());
        Compared other = comparison.compared().get(1);
        assertThat(other.kind()).isEqualTo(Compared.Kind.DIAGNOSTIC);
        assertThat(other.note()).startsWith("VOID, diagnostic only: ");
        assertThat(pair(comparison).refusal()).isEqualTo("a run is VOID");
        assertThat(CompareSections.of(comparison).lines()).anyMatch(line -> line.startsWith("void (VOID) "));
    }

    @Test
    void refusesInputsThatCannotBeCompared() throws IOException {
        String text = Files.writeString(folder.resolve("some.txt"), "1").toString();
        assertRefused(() -> compare(at("old")), "1 input, expected 2 to 20");
        assertRefused(() -> compare(at("single"), "again=" + at("single")), "is given twice");
        assertRefused(() -> compare("a=" + at("old"), "a=" + at("new")), "names two inputs");
        assertRefused(() -> compare(at("old"), at("nowhere")), "nowhere");
        assertRefused(() -> compare(at("old"), text), "neither a directory nor an .hlog or .hgrm file");
    }

    @Test
    void commandWritesPageAndJsonButNeverOverwritesItsInputs() throws IOException {
        Path page = folder.resolve("compare.html");
        Path json = folder.resolve("compare.json");
        StringWriter output = new StringWriter();
        assertThat(command(output, at("old"), file() + ":ms", "--html", page.toString(), "--json", json.toString()))
                .isZero();
        assertThat(page).content().contains("&lt;b&gt;foreign.hgrm").doesNotContain("<b>foreign");
        assertThat(json).content().contains("\"formatVersion\" : 1").contains("\"kind\" : \"file\"");
        assertThat(output.toString()).contains("p99.99").contains("a file has no runs");
        Path input = file();
        byte[] before = Files.readAllBytes(input);
        Map.of(
                        "--html " + input,
                        "inputs are not overwritten",
                        "--json " + at("old/run-1/run.json"),
                        "inputs are not overwritten",
                        "--unit s",
                        "--unit: 's'",
                        "--latency service",
                        "--latency: 'service'")
                .forEach((option, message) -> assertRefused(
                        () -> command(new StringWriter(), (at("old") + " " + input + " " + option).split(" ", -1)),
                        message));
        assertThat(Files.readAllBytes(input)).isEqualTo(before);
    }

    private static int command(StringWriter output, String... arguments) {
        CompareCommand command = new CompareCommand();
        CommandLine line = new CommandLine(command).setOut(new PrintWriter(output));
        line.parseArgs(arguments);
        return command.call();
    }

    @Test
    void runFromACaptureIsNotComparedWithAReplayedRun() throws Exception {
        for (String source : List.of(RunManifest.WIRE, RunManifest.REPLAY)) {
            Path path = Files.createDirectory(folder.resolve("from-" + source));
            RunFixture made = new RunFixture(path, 1, UUID.randomUUID());
            made.source = source;
            made.drainMs = 10_000;
            made.play("""
                    tick 1 EUR/USD at 100
                    tick 2 EUR/USD at 5000 sent 5000
                    session 0 logs-on at 20
                    session 0 gets nothing at 30
                    session 0 gets 1 at 101
                    session 0 gets 2 at 5001
                    """).analysis().writeFiles();
        }
        StringWriter out = new StringWriter();
        command(out, at("from-" + RunManifest.WIRE), at("from-" + RunManifest.REPLAY));
        assertThat(out.toString())
                .contains("not compared: one is measured from a capture, which has no intended times,");
    }
}
