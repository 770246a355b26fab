package org.ticktoquote.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.Endpoint;

/** Plans as a line of standard input, as a file of a run, and as command-line arguments. */
final class ChildPlanTest {
    private static final UUID RUN = new UUID(1, 2);
    private static final UUID OTHER_RUN = new UUID(3, 4);
    private static final Path ODD_PATH = Path.of("/tmp/a b:c/nfp.t2q");
    private static final SenderOptions SENDER =
            SenderOptions.parse(List.of("--spin", "250us", "--cpu=3", "--densest", "5ms"));
    private static final ReplayPlan REPLAY = replay(null);
    private static final ClientsPlan CLIENTS = new ClientsPlan(
            RUN,
            new Endpoint("::1", 9_001),
            2,
            List.of(new ClientsPlan.Pair(7, "USD/JPY"), new ClientsPlan.Pair(0, "EUR/USD")),
            new ClientsPlan.Echo(278, "T:hex"),
            1_000,
            new ClientsPlan.Options(
                    Path.of("run"),
                    Path.of("bank.yaml"),
                    OptionArguments.parse(new ClientsOptions(), List.of("--io-threads=4")),
                    false,
                    true));

    @TempDir
    private Path folder;

    private static ReplayPlan replay(ReplayPlan.@Nullable Second second) {
        return new ReplayPlan(
                ODD_PATH,
                "T0..T0+1s",
                2.5,
                "fix://127.0.0.1:0",
                Path.of("run"),
                RUN,
                Path.of("venues.yaml"),
                List.of(Path.of("a.jar"), Path.of("b.jar")),
                second,
                second == null ? null : 42L,
                SENDER);
    }

    private static <T extends ChildPlan> T read(String input, Class<T> type) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new ControlChannel(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), nowhere).plan(type);
    }

    @Test
    void roundTripsOverStandardInput() {
        ReplayPlan two = replay(new ReplayPlan.Second("udp://127.0.0.1:2", Path.of("other"), OTHER_RUN));
        for (ReplayPlan sent : List.of(REPLAY, two)) {
            ReplayPlan read = read(ControlCommand.of(ChildPlan.COMMAND, sent).text() + "\n", ReplayPlan.class);
            assertThat(read).usingRecursiveComparison().isEqualTo(sent);
            assertThat(read.recording()).isEqualTo(ODD_PATH);
        }
        ClientsPlan read = read(ControlCommand.of(ChildPlan.COMMAND, CLIENTS).text() + "\n", ClientsPlan.class);
        assertThat(read).usingRecursiveComparison().isEqualTo(CLIENTS);
        assertThat(read.instrumentIds().keySet()).containsExactly("USD/JPY", "EUR/USD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "no JSON", "{\"command\":\"start\"}", "{\"command\":\"plan\",\"unknown\":1}"})
    void refusesAFirstLineThatIsNotAPlan(String input) {
        assertThatThrownBy(() -> read(input, ReplayPlan.class))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("standard input");
    }

    @Test
    void isWrittenToTheRunDirectory() throws Exception {
        CLIENTS.write(folder);
        assertThat(Files.readString(folder.resolve("clients.json")))
                .startsWith("{\n  \"run\" : \"" + RUN + "\",\n  \"connect\" : \"[::1]:9001\",\n  \"sessions\" : 2,");
        REPLAY.write(folder);
        assertThat(folder.resolve("replayer.json")).isNotEmptyFile();
    }

    @Test
    void rendersAsCommandLineArguments() {
        assertThat(String.join(" ", REPLAY.arguments()))
                .isEqualTo("--recording " + ODD_PATH + " --window T0..T0+1s --speed 2.5 --feed fix://127.0.0.1:0"
                        + " --run run --run-identity " + RUN + " --venues venues.yaml --plugin a.jar --plugin b.jar"
                        + " --densest 5000000ns --spin 250us --cpu 3");
        assertThat(CLIENTS.arguments())
                .containsExactly("--run", "run", "--session-template", "bank.yaml", "--io-threads", "4", "--trace");

        assertThat(OptionArguments.of(SENDER.with("--spin=always", "--trace")))
                .containsExactly("--densest", "5000000ns", "--spin", "always", "--cpu", "3", "--trace");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--cpu=-1", "--cpu=8192", "--densest=x", "--feed=udp://h:1", "x"})
    void refusesInvalidSenderOptions(String word) {
        assertThatThrownBy(() -> SenderOptions.parse(List.of(word))).isInstanceOf(ProblemException.class);
    }
}
