package org.ticktoquote.harness.matrix.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.settings.RunSettings;
import org.ticktoquote.host.command.T2qLine;

/** Problems of a case's options are reported at their keys only, independent of other options. */
class OptionCheckTest {
    @TempDir
    private static Path folder;

    private static Path recording;

    @BeforeAll
    static void generate() throws IOException {
        recording = folder.resolve("two.t2q");
        assertThat(new T2qLine().run("generate --length 1min --pairs 2 --out " + recording))
                .isZero();
        Files.writeString(folder.resolve("bank.yaml"), "defaults:\n  heartbeat: never\n  nonsense: 1\n");
    }

    private static List<String> problems(String... options) {
        String run = String.join("\n    ", options).replace("FOLDER", folder.toString());
        return MatrixFixture.problems("defaults:\n  run:\n    recording: " + recording + "\n    " + run
                + "\n    replayer-args: --spin 250us\n    app-args: --hold 1ms\n"
                + "cases: {A: {}}\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            window: 25:..|4:13: window: '25:' is not a time, expected T0, T0-10s
            window: nonsense|4:13: window: 'nonsense' is not a window
            window: T0+1s..T0|4:13: window: 'T0+1s..T0' must end after its start
            window: 14:00..15:00|4:13: window: '14:00..15:00' holds no tick of
            feed: htp://x|4:11: feed: 'htp://x' is an unknown feed, expected one of aeron+ipc://, aeron+udp://, fix://
            feed: udp://127.0.0.1|4:11: feed: 'udp://127.0.0.1', expected udp://HOST:PORT
            plugin: nosuch.jar|4:13: plugin: nosuch.jar: no such file
            plugin: no,such.jar|4:13: plugin: no,such.jar: no such file
            plugin: ["no,such.jar", FOLDER/two.t2q]|4:13: plugin: no,such.jar: no such file
            session-template: nosuch.yaml|4:23: session-template: nosuch.yaml: no such file
            pairs: 99|4:12: pairs: '99', expected a count of 1..2, or pairs such as EUR/USD, USD/JPY
            """)
    void reportsTheProblemAtItsKeyOnly(String option, String problem) {
        assertThat(problems(option)).singleElement().asString().startsWith("m.yaml:" + problem);
    }

    @Test
    void reportsProblemsOfATemplateAtItsKey() {
        assertThat(problems("session-template: FOLDER/bank.yaml"))
                .hasSize(2)
                .allMatch(line -> line.startsWith("m.yaml:4:23: session-template: " + folder))
                .anyMatch(line -> line.contains("bank.yaml:2:14: heartbeat: 'never', expected whole seconds"))
                .anyMatch(line -> line.contains("bank.yaml:3:3: nonsense: unknown key"));
    }

    @Test
    void oneProblemDoesNotHideOthers() {
        assertThat(problems(
                        "window: 25:..",
                        "feed: htp://x",
                        "session-template: nosuch.yaml",
                        "pairs: 99",
                        "sessions: 0",
                        "speed: -1",
                        "drain: -1s",
                        "conflation: x"))
                .extracting(line -> line.replaceFirst("m.yaml:[0-9]+:[0-9]+: ([a-z-]+): .*", "$1"))
                .containsExactly(
                        "window", "feed", "session-template", "pairs", "sessions", "speed", "drain", "conflation");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2014-05-02T14:29:50+02:00..12:31",
                "12:31..2014-05-02T12:32:00Z",
                "T0-1s..12:31",
                "12:29..T0",
                ".."
            })
    void leavesRecordingDependentOptionsToTheReplayer(String window) {
        assertThat(ofNoRecording("--window=" + window, "--feed=mine://x")).isEmpty();
    }

    @Test
    void checksTheFormOfOptionsWithoutTheRecording() {
        assertThat(ofNoRecording(
                        "--window=T0+5s..T0-5s",
                        "--feed=//x",
                        "--pairs=0",
                        "--session-template=nofile.yaml",
                        "--replayer-args=--spin foo"))
                .satisfiesExactly(
                        window -> assertThat(window).startsWith("--window: "),
                        feed -> assertThat(feed).startsWith("--feed: '//x', expected a URI such as udp://HOST:PORT"),
                        pairs -> assertThat(pairs).startsWith("--pairs: '0', expected a count of at least 1"),
                        template -> assertThat(template).startsWith("--session-template: nofile.yaml"),
                        spin -> assertThat(spin).startsWith("--replayer-args: --spin: 'foo' is not a duration"));
    }

    private static List<String> ofNoRecording(String... options) {
        return OptionCheck.formOf(RunSettings.parse(List.of(options)).plan(new RunDirectory(Path.of("results"))))
                .stream()
                .map(Problem::text)
                .toList();
    }
}
