package org.ticktoquote.clients;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.ClientsSetup;
import org.ticktoquote.clients.config.SetupReader;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.core.control.ClientsPlan;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.OptionArguments;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.RunDirectory;

/** The clients' process on its own thread. The test controls the harness's end of the control channel. */
final class ClientsParty implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    final List<StatusLine> lines = new CopyOnWriteArrayList<>();
    final Path run;
    private final PipedOutputStream commands = new PipedOutputStream();
    private final CompletableFuture<ExitStatus> end = new CompletableFuture<>();

    ClientsParty(Path run, String plan, @Nullable String template, boolean forwardSnapshots) throws IOException {
        this(run, plan, template, forwardSnapshots, 1);
    }

    ClientsParty(Path run, String plan, @Nullable String template, boolean forwardSnapshots, int ioThreads)
            throws IOException {
        this(run, plan, template, forwardSnapshots, ioThreads, false);
    }

    ClientsParty(
            Path run, String plan, @Nullable String template, boolean forwardSnapshots, int ioThreads, boolean trace)
            throws IOException {
        this.run = run;
        Files.writeString(run.resolve("clients.json"), plan);
        Path templateFile = template == null ? null : Files.writeString(run.resolve("template.yaml"), template);
        ClientsOptions options = OptionArguments.parse(new ClientsOptions(), List.of("--io-threads=" + ioThreads));
        ClientsSetup setup = SetupReader.read(
                run.resolve("clients.json"),
                null,
                new ClientsPlan.Options(run, templateFile, options, forwardSnapshots, trace),
                false);
        ControlChannel channel = new ControlChannel(
                new PipedInputStream(commands), new PrintStream(new Lines(), true, StandardCharsets.UTF_8));
        Thread thread = new Thread(() -> runProcess(setup, channel), "clients-under-test");
        thread.start();
    }

    private void runProcess(ClientsSetup setup, ControlChannel channel) {
        try {
            end.complete(new ClientsProcess(setup, new RunDirectory(run), channel, System::nanoTime).run());
        } catch (Throwable e) {
            end.completeExceptionally(e);
        }
    }

    ClientsParty say(String command) throws IOException {
        commands.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        commands.flush();
        return this;
    }

    ClientsParty connect() throws IOException {
        say("{\"command\":\"connect\"}");
        awaitLine("subscribed");
        return this;
    }

    StatusLine awaitLine(String status) {
        await("a line " + status + " among " + texts())
                .atMost(LIMIT)
                .until(() -> !linesOf(status).isEmpty());
        return linesOf(status).get(0);
    }

    List<StatusLine> linesOf(String status) {
        return lines.stream().filter(line -> line.status().equals(status)).toList();
    }

    private List<String> texts() {
        return lines.stream().map(StatusLine::text).toList();
    }

    StatusLine stop() throws Exception {
        say("{\"command\":\"stop\"}");
        end.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        return awaitLine("done");
    }

    /** Closes the control channel, as when the harness is killed. */
    ExitStatus hangUp() throws Exception {
        commands.close();
        return end.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    CompletableFuture<ExitStatus> end() {
        return end;
    }

    @Override
    public void close() throws IOException {
        commands.close();
        end.handle((status, failure) -> status)
                .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** Splits the output into status lines. */
    private final class Lines extends OutputStream {
        private final StringBuilder line = new StringBuilder();

        @Override
        public void write(int b) {
            if (b == '\n') {
                StatusLine.parse(line.toString()).ifPresent(lines::add);
                line.setLength(0);
            } else {
                line.append((char) b);
            }
        }
    }
}
