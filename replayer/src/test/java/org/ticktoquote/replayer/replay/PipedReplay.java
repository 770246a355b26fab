package org.ticktoquote.replayer.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.replayer.TestRecording;
import org.ticktoquote.replayer.recording.RecordedQuote;
import picocli.CommandLine;

/** Runs the replayer in this process with pipes for commands and status lines. */
abstract class PipedReplay {
    static final int TICKS = 400;
    static final long MS = 1_000_000;
    static final List<RecordedQuote> QUOTES = TestRecording.quotes(TICKS, i -> i * MS);

    @TempDir
    Path folder;

    Path recording;
    Path run;
    PrintStream commands;
    BufferedReader statusLines;
    private CompletableFuture<Integer> exit;

    @BeforeEach
    void record() {
        recording = TestRecording.file(folder, QUOTES);
        run = folder.resolve("run");
    }

    @AfterEach
    void end() throws Exception {
        if (commands != null) {
            commands.close();
            exit.get(60, TimeUnit.SECONDS);
        }
    }

    final void launch(String feed, String... more) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("--recording", recording.toString(), "--feed", feed, "--run", run.toString()));
        arguments.addAll(List.of(more));
        launch(arguments);
    }

    final void launch(List<String> arguments) throws IOException {
        PipedInputStream in = new PipedInputStream();
        commands = new PrintStream(new PipedOutputStream(in), true, StandardCharsets.UTF_8);
        PipedInputStream out = new PipedInputStream(1 << 20);
        PrintStream status = new PrintStream(new PipedOutputStream(out), true, StandardCharsets.UTF_8);
        statusLines = new BufferedReader(new InputStreamReader(out, StandardCharsets.UTF_8));
        exit = CompletableFuture.supplyAsync(() -> execute(new ControlChannel(in, status), arguments));
    }

    private static int execute(ControlChannel channel, List<String> arguments) {
        CommandLine line = new CommandLine(new ReplayCommand(() -> channel));
        line.setExecutionExceptionHandler((e, command, parsed) ->
                e instanceof ProblemException refusal ? refusal.status().code() : 1);
        line.setErr(new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        return line.execute(arguments.toArray(String[]::new));
    }

    final void tell(String command, Map<String, Object> detail) {
        commands.println(ControlCommand.of(command, detail).text());
    }

    final void orderStart(long inMs) {
        tell("start", Map.of("atNs", System.nanoTime() + inMs * MS));
    }

    /** Starts in the given time, or later on a busy machine. Returns the detail of {@code started}. */
    final JsonNode start(long inMs) throws IOException {
        long ms = inMs;
        orderStart(ms);
        JsonNode started = await("started");
        while (started.path("lateNs").asLong() > 0) {
            ms *= 2;
            orderStart(ms);
            started = await("started");
        }
        return started;
    }

    /** Returns the detail of the next line with the status. Fails if the replay fails or ends first. */
    final JsonNode await(String status) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = statusLines.readLine(); line != null; line = statusLines.readLine()) {
            seen.add(line);
            StatusLine parsed = StatusLine.parse(line).orElseThrow();
            if (parsed.status().equals(status)) {
                return parsed.detail();
            }
            assertThat(parsed.status()).as("%s", seen).isNotIn("failed", "done");
        }
        throw new AssertionError("no " + status + " in " + seen);
    }

    /** Stops the replay and returns the detail of {@code done}. */
    final JsonNode stop() throws Exception {
        tell("stop", Map.of());
        JsonNode done = await("done");
        assertEnded(ExitStatus.OK);
        return done;
    }

    final void assertEnded(ExitStatus status) throws Exception {
        assertThat(exit.get(60, TimeUnit.SECONDS)).isEqualTo(status.code());
    }
}
