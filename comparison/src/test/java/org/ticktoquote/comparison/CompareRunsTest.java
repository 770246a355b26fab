package org.ticktoquote.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.Analysis;
import org.ticktoquote.analysis.RunFixture;
import org.ticktoquote.analysis.files.ComparedLatency;
import org.ticktoquote.comparison.command.CompareCommand;
import org.ticktoquote.comparison.compare.CompareArgument;
import org.ticktoquote.comparison.compare.Compared;
import org.ticktoquote.comparison.compare.ComparedPair;
import org.ticktoquote.comparison.compare.Comparison;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.matrix.ComparedFigure;
import org.ticktoquote.comparison.report.CompareSections;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.RunManifest;
import picocli.CommandLine;

/** Compares runs with known answers. */
final class CompareRunsTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    private int runs;

    @BeforeEach
    void analyse() throws IOException {
        for (double ms : new double[] {1.0, 1.1, 0.9}) {
            run("old", ms);
            run("new", 2 * ms);
        }
        run("single", 1.0);
        run("other", 3.0);
    }

    /** Writes a run with a tick every 10 ms, each answered after the given time. */
    private Path run(String group, double answeredAfterMs) throws IOException {
        runs++;
        Path path = Files.createDirectories(folder.resolve(group).resolve("run-" + runs));
        StringBuilder events = new StringBuilder();
        for (int tick = 1; tick <= 40; tick++) {
            events.append("tick ")
                    .append(tick)
                    .append(" EUR/USD at ")
                    .append(10 * tick)
                    .append('\n');
            events.append("session 0 gets ").append(tick).append(" at ");
            events.append(10 * tick + answeredAfterMs).append('\n');
        }
        new RunFixture(path, 1, new UUID(1, runs))
                .play(events.toString())
                .analysis()
                .writeFiles();
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

    private Comparison compare(String... given) {
        return Comparison.of(
                java.util.Arrays.stream(given)
                        .map(each -> CompareArgument.parse(each))
                        .toList(),
                ComparedLatency.LAST_CLIENT,
                null,
                null,
                null,
                path -> {});
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void groupsAreComparedByTheRatioOfTheirGeometricMeans() {
        Comparison comparison = compare("before=" + at("old"), at("new"));
        assertThat(comparison.compared()).extracting(Compared::name).containsExactly("before", "new");
        assertThat(comparison.compared()).extracting(Compared::runCount).containsExactly(3, 3);
        ComparedPair pair = comparison.pairs().get(0);
        assertThat(pair.refusal()).isEmpty();
        ComparedPair.Ratio p50 = pair.differences().get(GateStatistic.P50.ordinal());
        assertThat(p50.ratio()).isCloseTo(2.0, Offset.offset(1e-6));
        // by hand: sd of ln 1, 1.1, 0.9 is 0.10050, error 0.10050 x sqrt(2 / 3), t(4, 0.975) = 2.7764
        assertThat(p50.low()).isCloseTo(2 * Math.exp(-2.7764 * 0.10050 * Math.sqrt(2.0 / 3)), Offset.offset(2e-3));
        assertThat(p50.high()).isCloseTo(2 * Math.exp(2.7764 * 0.10050 * Math.sqrt(2.0 / 3)), Offset.offset(2e-3));
        assertThat(CompareSections.of(comparison).lines().get(0))
                .as("findings come first")
                .startsWith("new: p50 2.00 of before (1.59 to 2.51), ")
                .contains("max 2.00 (");
        assertThat(String.join("\n", CompareSections.of(comparison).lines()))
                .contains("for starts up to 10 % slower", "new against before")
                .contains("more")
                .contains("share > 10.0 ms");
    }

    @Test
    void oneRunPerSideEstablishesNothing() {
        Comparison comparison = compare(at("single"), at("other"));
        assertThat(comparison.pairs().get(0).differences()).isEmpty();
        assertThat(comparison.pairs().get(0).refusal()).isEqualTo("one run each");
        assertThat(comparison.compared().get(0).figure(ComparedFigure.P50).valueNs())
                .as("to a bucket")
                .isBetween(MS, MS + 1_000);
        assertThat(comparison.findings())
                .containsExactly("other: p50 3.00 of single, p99.9 3.00, max 3.00, not established: one run each.");
        assertThat(compare(at("single"), at("other"), at("new")).findings())
                .hasSize(5)
                .contains("p50: best single 1.00 ms, worst other 3.00 ms, 3.00 times as long.");
        assertThat(String.join("\n", CompareSections.of(comparison).lines()))
                .contains("one run, no bounds", "one run: none");
        assertThat(compare(at("single"), at("new")).pairs().get(0).refusal()).startsWith("fewer than 3 runs a side");
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
        assertThat(comparison.pairs().get(0).refusal()).startsWith("a file has no runs");
    }

    @Test
    void percentileAmongLostTicksIsRefused() throws IOException {
        Path path = Files.createDirectories(folder.resolve("lost"));
        new RunFixture(path, 1, new UUID(2, 2)).play("""
                        tick 1 EUR/USD at 10
                        session 0 gets 1 at 11
                        tick 2 EUR/USD at 20
                        """).analysis().writeFiles();
        Comparison comparison = compare(at("single"), path.toString());
        assertThat(comparison.compared().get(1).figure(ComparedFigure.P99).valueNs())
                .isNull();
        assertThat(comparison.compared().get(1).lost()).isEqualTo(1);
        assertThat(String.join("\n", CompareSections.of(comparison).lines())).contains("> drain");
    }

    @Test
    void voidRunIsADiagnosticAndIsNotCompared() throws IOException {
        Path path = Files.createDirectories(folder.resolve("void"));
        RunFixture fixture = new RunFixture(path, 1, new UUID(3, 3)).play("""
                        tick 1 EUR/USD at 10
                        session 0 gets 1 at 11
                        session 0 disconnects at 12
                        """);
        fixture.analysis().writeFiles();
        Files.delete(path.resolve("quotes-00.journal"));
        Analysis.of(path).writeFiles();
        Comparison comparison = compare(at("old"), path.toString());
        assertThat(comparison.compared().get(1).kind()).isEqualTo(Compared.Kind.DIAGNOSTIC);
        assertThat(comparison.compared().get(1).note()).startsWith("VOID, diagnostic only: ");
        assertThat(comparison.pairs().get(0).refusal()).isEqualTo("a run is VOID");
    }

    @Test
    void refusesInputsThatCannotBeCompared() throws IOException {
        assertThatThrownBy(() -> compare(at("old")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("1 input, expected 2 to 20");
        assertThatThrownBy(() -> compare(at("single"), "again=" + at("single")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("is given twice");
        assertThatThrownBy(() -> compare("a=" + at("old"), "a=" + at("new")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("names two inputs");
        assertThatThrownBy(() -> compare(at("old"), at("nowhere"))).isInstanceOf(ProblemException.class);
        Path text = Files.writeString(folder.resolve("some.txt"), "1");
        assertThatThrownBy(() -> compare(at("old"), text.toString()))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("neither a directory nor an .hlog or .hgrm file");
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
        for (List<String> options :
                List.of(List.of("--html", input.toString()), List.of("--json", at("old/run-1/run.json")))) {
            assertThatThrownBy(() -> command(output, at("old"), input.toString(), options.get(0), options.get(1)))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("inputs are not overwritten");
        }
        assertThat(Files.readAllBytes(input)).isEqualTo(before);
        for (String[] wrong : new String[][] {{"--unit", "s"}, {"--latency", "service"}}) {
            assertThatThrownBy(() -> command(output, at("old"), at("new"), wrong[0], wrong[1]))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining(wrong[0] + ": '" + wrong[1] + "'");
        }
    }

    private static int command(StringWriter output, String... arguments) {
        CompareCommand command = new CompareCommand();
        CommandLine line = new CommandLine(command).setOut(new PrintWriter(output));
        line.parseArgs(arguments);
        return command.call();
    }

    @Test
    void runFromACaptureIsNotComparedWithAReplayedRun() throws Exception {
        Path captured = folder.resolve("captured");
        Path stamped = folder.resolve("stamped");
        for (Path path : List.of(captured, stamped)) {
            Files.createDirectory(path);
            RunFixture made = new RunFixture(path, 1, UUID.randomUUID());
            made.source = path.equals(captured) ? RunManifest.WIRE : RunManifest.REPLAY;
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
        new CommandLine(new CompareCommand())
                .setOut(new PrintWriter(out, true))
                .execute(captured.toString(), stamped.toString());
        assertThat(out.toString())
                .contains("not compared: one is measured from a capture, which has no intended times,");
    }
}
