package org.ticktoquote.core.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

class ControlChannelTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Events events = new Events();

    @Test
    void receivesWhileTheHarnessIsStillWriting() throws IOException, InterruptedException {
        PipedInputStream in = new PipedInputStream();
        Thread thread;
        try (OutputStream harness = new PipedOutputStream(in)) {
            thread = new ControlChannel(in, printer()).receiveInBackground(events);
            assertThat(thread.getName()).isEqualTo("control");
            assertThat(thread.isDaemon()).isTrue();

            harness.write("{\"command\":\"start\"}\n".getBytes(StandardCharsets.UTF_8));
            harness.flush();
            await().atMost(ONE_MINUTE)
                    .untilAsserted(() -> assertThat(events.seen).containsExactly("start"));
        }
        thread.join();

        assertThat(events.seen).containsExactly("start", "closed");
    }

    @Test
    void closesOnAReadError() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("broken pipe");
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                return read();
            }
        };
        new ControlChannel(broken, printer()).receive(events);

        assertThat(events.seen).containsExactly("closed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"command":"warm-up"}~~  ~{"command":"start","atNs":5}~ | warm-up; start; closed
            {"command":"jump"}~{"command":"start"}~ | refused: no such command: jump; closed
            {"command":"warm-up"}~hello~{"command":"start"}~ \
            | warm-up; refused: a line of standard input is not a JSON object: hello; closed
            """)
    void deliversCommandsUntilTheEndOrAnInvalidOne(String lines, String seen) {
        channel(lines.replace('~', '\n')).receive(events);

        assertThat(events.seen).containsExactly(seen.split("; "));
    }

    @Test
    void truncatesALongLineInTheMessage() {
        channel("x".repeat(100_000) + "\n").receive(events);

        assertThat(events.seen.get(0)).hasSizeLessThan(400).endsWith("xxx...");
    }

    @Test
    void answersClockCommandsItself() {
        long before = System.nanoTime();
        channel("{\"command\":\"clock\"}\n").receive(events);
        long after = System.nanoTime();

        assertThat(events.seen).containsExactly("closed");
        StatusLine answer =
                StatusLine.parse(out.toString(StandardCharsets.UTF_8).strip()).orElseThrow();
        assertThat(answer.status()).isEqualTo("clock");
        assertThat(answer.detailAs(ControlChannel.ClockAnswer.class).nanoTimeNs())
                .isBetween(before, after);
    }

    @Test
    void writesEachReportAsOneLineOfUtf8() {
        ControlChannel channel = channel("");
        channel.report(StatusLine.of("ready", Map.of("peer", "Zürich")));
        channel.report(StatusLine.of("done", Map.of()));

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"status\":\"ready\",\"peer\":\"Zürich\"}\n{\"status\":\"done\"}\n");
    }

    @Test
    void reportsOfConcurrentThreadsAreNotInterleaved() throws InterruptedException {
        ControlChannel channel = channel("");
        List<Thread> threads = new CopyOnWriteArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(
                    () -> {
                        for (int i = 0; i < 200; i++) {
                            channel.report(StatusLine.of("progress", Map.of("sent", i)));
                        }
                    },
                    "test-reporter-" + t);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(800)
                .allMatch(line -> StatusLine.parse(line).isPresent());
    }

    private ControlChannel channel(String input) {
        return new ControlChannel(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), printer());
    }

    private PrintStream printer() {
        return new PrintStream(out, false, StandardCharsets.UTF_8);
    }

    private static final class Events implements ControlChannel.Listener {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @Override
        public void onCommand(ControlCommand command) {
            if (command.name().equals("jump")) {
                throw Problem.ofFault("no such command: jump").exception(ExitStatus.USAGE);
            }
            seen.add(command.name());
        }

        @Override
        public void onRefused(ProblemException refusal) {
            seen.add("refused: " + refusal.getMessage());
        }

        @Override
        public void onClosed() {
            seen.add("closed");
        }
    }
}
