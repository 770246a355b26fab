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
import picocli.CommandLine;

/** The command as the harness runs it, in this JVM: its input a pipe, its status lines kept. */
final class RunningApplication implements AutoCloseable {
    private final PipedOutputStream input = new PipedOutputStream();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> exit;

    /** One option alone may be several, with blanks between. */
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

    /** Ends the waiting of a test for something that a failed application will never do. */
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

    int feedPort() {
        return line("ready").orElseThrow().detail().path("feedPort").asInt();
    }

    /** Ends its input and waits for its end. */
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
