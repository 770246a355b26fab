package org.ticktoquote.harness.cli.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.harness.gate.GatePlan;
import org.ticktoquote.host.command.T2qLine;

/** Messages for wrong command lines of {@code t2q gate}, which run and create nothing. */
class GateCommandTest {
    @TempDir
    private Path folder;

    private final T2qLine line = new T2qLine();

    private void refused(String text, String... arguments) {
        assertThat(line.run(arguments)).as(line.err()).isEqualTo(2);
        assertThat(line.err()).contains(text).doesNotContain("\tat ");
    }

    @Test
    void refusesAFileAsStateDirectory() throws IOException {
        String file = Files.writeString(folder.resolve("file"), "x").toString();
        refused("--state: " + file + ": is a file, expected a folder", "gate", "history", "--state", file);
        refused(
                "--state: " + file + "/in: " + file + " is a file, expected a folder",
                "gate run --baseline builtin --candidate builtin --state " + file + "/in");
    }

    @Test
    void readingTheHistoryWritesNothing() throws IOException {
        Path none = folder.resolve("none");
        for (String command : List.of("history", "forget what")) {
            refused("--state: " + none + ": no such folder", "gate " + command + " --state " + none);
            assertThat(none).doesNotExist();
        }

        Path state = Files.createDirectory(folder.resolve("state"));
        assertThat(line.run("gate", "history", "--state", state.toString())).isZero();
        assertThat(line.out()).contains("no accepted runs yet");
        assertThat(state).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --duet --fix-port 9000          | --fix-port: is not possible in a duet, expected 0 (each release gets a free port)
            --duet=together --fix-port 9000 | --fix-port: is not possible in a duet, expected 0 (each release gets a free port)
            --duet=turns --fix-port 9000    | --fix-port: is not possible in a duet, expected 0 (each release gets a free port)
            --duet --hosts NONE             | --hosts: is not possible in a duet, expected both releases on this host
            --duet --threads auto --recording NONE | --threads: is not possible in a duet, expected unmanaged, and \
            --core-sets for the applications
            --duet --feed udp://127.0.0.1:9000 --recording NONE | --feed: is not possible in a duet, expected port 0 (each \
            release gets a free port)
            --duet=both                     | --duet: 'both', expected together or turns
            """)
    void refusesOptionsNotPossibleInADuetFirst(String options, String text) {
        String none = folder.resolve("none").toString();
        refused(text, "gate run --baseline builtin --candidate builtin " + options.replace("NONE", none));
    }

    /** The value of {@code --duet} needs an equals sign, so that a following matrix is not taken for it. */
    @ParameterizedTest
    @ValueSource(strings = {"--duet", "--duet=together", "--duet=turns"})
    void duetRunsTogetherOrByTurns(String duet) {
        String matrix = folder.resolve("nosuch.yaml").toString();
        refused(matrix + "' is not a matrix", "gate run " + duet + " " + matrix + " --baseline a --candidate b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--threads auto", "--duet --threads auto", "--threads unmanaged", "--window T0..T0+1s"})
    void matrixTakesNoOptionsOfARun(String options) {
        String option = options.replaceAll(".*(--[^ ]+) [^ ]+$", "$1");
        refused(
                option + ": expected only without a matrix (its file defines it)",
                "gate run " + folder.resolve("nosuch.yaml") + " --baseline a --candidate b " + options);
    }

    @ParameterizedTest
    @CsvSource({
        "--inconclusive,pass", "--policy,strict", "--state,elsewhere",
        "--may-differ,applicationJava", "--seed,9", "--window,T0..T0+1s"
    })
    void resumedGateTakesNoOtherOptions(String option, String value) {
        refused(
                "--resume: the directory defines the gate, expected no " + option + " with it",
                "gate run --resume " + folder + " " + option + " " + value);
    }

    @Test
    void resumedGateRequiresItsPolicy() throws IOException {
        Path policy = Files.writeString(folder.resolve("own.yaml"), "threshold: 15ms");
        for (String file : List.of("matrix.yaml", "resolved.json", "matrix.json")) {
            Files.createFile(folder.resolve(file));
        }
        new GatePlan(
                        GatePlan.FORMAT_VERSION,
                        "gate-1",
                        "old",
                        "new",
                        policy.toString(),
                        GateOptions.policySha256(policy.toString()),
                        List.of(),
                        "inconclusive",
                        folder.toString(),
                        false,
                        false,
                        0,
                        List.of())
                .write(folder);
        Files.writeString(policy, "threshold: 16ms");
        assertThat(line.run("gate", "run", "--resume", folder.toString())).isEqualTo(5);
        assertThat(line.err()).contains(policy + ": changed since this gate was started; restore it, or start");
    }

    @Test
    void refusesMistypedAndContradictoryOptions() {
        refused(
                "--inconclusive: 'pass' is not possible with --force-compare, which cannot pass, expected fail or no",
                "gate " + folder + " --baseline " + folder + " --force-compare --inconclusive pass");

        refused("--polcy: unknown option (did you mean '--policy'?)", "gate new --baseline old --polcy strict");
        refused("--margn: unknown option", "gate", "new", "--baseline", "old", "--margn=5", "--help");
        refused("--stat: unknown option (did you mean '--state'?)", "gate", "pin", "run", "--stat");
    }

    /** An unset shell variable must not select the current directory. */
    @ParameterizedTest
    @ValueSource(strings = {"--state", "--out"})
    void refusesAnEmptyPath(String option) {
        refused(option + ": '', expected DIR", "gate", "a", "--baseline", "b", option, "");
    }

    @Test
    void refusesUnknownConditionBeforeCreatingAnything() {
        Path out = folder.resolve("out");
        String gate = "gate run --baseline builtin --candidate builtin --out " + out + " --recording "
                + folder.resolve("nosuch.t2q") + " --may-differ ";
        for (String slip : List.of("cpuModel", "aplicationJava", "fingerprint.", "fingerprint.nosuch", "threadss")) {
            refused("--may-differ: '" + slip + "' is an unknown condition", gate + slip);
            assertThat(line.err()).contains(" conditions (see t2q gate history --conditions)");
        }
        for (String known : List.of("applicationJava,model", "fingerprint.kernel", "plugin.mine", "threads-on-lab2")) {
            refused("nosuch.t2q: no such file", gate + known);
        }
        assertThat(out).doesNotExist();
    }
}
