package org.ticktoquote.pricing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.fix.message.FixPeer;
import picocli.CommandLine;

/** Runs the command in this JVM like the harness, with a pipe as input, and keeps its status lines. */
final class RunningApplication implements AutoCloseable {
    private final PipedOutputStream input = new PipedOutputStream();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> exit;

    /** A single argument is split at blanks. */
    RunningApplication(String... options) {
        String[] words = options.length == 1 ? options[0].split(" ") : options;
        try {
            PipedInputStream in = new PipedInputStream(input);
            ControlChannel channel = new ControlChannel(in, new PrintStream(output, true, StandardCharsets.UTF_8));
            CommandLine command = new CommandLine(new PricingCommand(() -> channel));
            exit = CompletableFuture.supplyAsync(() -> command.execute(
                    Stream.concat(Stream.of("--echo", "299"), Stream.of(words)).toArray(String[]::new)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> line("ready").isPresent() || exit.isDone());
        if (exit.isDone()) {
            throw new AssertionError("not ready: " + lines());
        }
    }

    /** Fails a waiting test if the application has ended. */
    void expectAlive() {
        if (line("failed").isPresent() || exit.isDone()) {
            throw new AssertionError("the application ended: " + lines());
        }
    }

    List<String> lines() {
        return Arrays.asList(output.toString(StandardCharsets.UTF_8).split("\n", -1));
    }

    Optional<StatusLine> line(String status) {
        return lines().stream()
                .map(StatusLine::parse)
                .flatMap(Optional::stream)
                .filter(line -> line.status().equals(status))
                .findFirst();
    }

    int fixPort() {
        return line("ready").orElseThrow().detail().path("fixPort").asInt();
    }

    /** Connects a hand-written client. */
    FixPeer client() throws IOException {
        return FixPeer.at(fixPort(), "CLIENT-00", "PRICING");
    }

    int feedPort() {
        return line("ready").orElseThrow().detail().path("feedPort").asInt();
    }

    /** Closes its input and waits until it ends. */
    void end() {
        try {
            input.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(exit::isDone);
    }

    @Override
    public void close() {
        if (!exit.isDone()) {
            end();
        }
    }
}
