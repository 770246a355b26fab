package org.ticktoquote.harness.process;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Subcommand;
import org.ticktoquote.core.control.ChildPlan;
import org.ticktoquote.core.control.LineReader;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.host.process.ProcessGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Proxy of a process on a remote host. Ends the process group when the connection is lost: at the end of standard input, or
 * after 60 s without a line.
 *
 * <p>Passes lines of standard input to the process, and drops empty lines, which are heartbeats. A user's process has
 * no control lines, so {@code stop} becomes SIGTERM. Forwards the standard output of the process between a line about its
 * start and a line about its end.
 */
@Command(
        name = "process-proxy",
        hidden = true,
        description = "Internal: holds a process for a harness on another host.")
public final class ProcessProxyCommand extends Subcommand {
    /** First line, with detail {@link ProcessStarted}. */
    static final String STARTED = "held";
    /** Last line, with detail {@link Exited}. Without it the end of the process is unknown. */
    static final String EXITED = "exited";

    /** Maximum time without a line, long enough for several heartbeats. */
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    @Option(names = "--foreign", paramLabel = "LOG", description = "a user's process: both of its outputs go there")
    private @Nullable File foreign;

    @Parameters(arity = "1..*", paramLabel = "COMMAND")
    private List<String> command = List.of();

    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    private volatile long lastLineNs = System.nanoTime();
    private volatile boolean asked;
    private final CompletableFuture<Boolean> connectionEnded = new CompletableFuture<>();

    @Override
    public Integer call() throws InterruptedException {
        Process process = start();
        ProcessGroup group = new ProcessGroup(process.pid());
        send(StatusLine.of(STARTED, new ProcessStarted(process.pid(), ClockIdentity.own())));
        DaemonThread.start("proxy-input", () -> receive(process, group));
        Thread lines = DaemonThread.start("proxy-output", () -> forward(process));
        boolean killed = awaitEnd(process, group);
        group.kill();
        int code = process.waitFor();
        lines.join(TimeUnit.NANOSECONDS.toMillis(GRACE_NS));
        send(StatusLine.of(EXITED, new Exited(code, killed)));
        return code;
    }

    private Process start() {
        List<String> whole = new ArrayList<>(List.of(Child.LAUNCHER));
        whole.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(whole);
        if (foreign == null) {
            builder.redirectError(Redirect.INHERIT);
            ChildEnvironment.setNumericLocale(builder.environment());
            if (command.contains(ChildPlan.OPTION)) { // not the application
                ChildEnvironment.removeHeapOptions(builder.environment());
            }
        } else {
            builder.redirectErrorStream(true).redirectOutput(foreign);
        }
        try {
            return builder.start();
        } catch (IOException e) {
            throw Problem.ofFault("cannot be started: " + IoReason.of(e)).exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private synchronized void send(StatusLine line) {
        out.println(line.text());
        out.flush();
    }

    private void receive(Process process, ProcessGroup group) {
        try (LineReader lines = new LineReader(System.in)) {
            OutputStream to = process.getOutputStream();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                lastLineNs = System.nanoTime();
                if (line.isBlank()) {
                    continue;
                }
                if (foreign == null) {
                    to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                    to.flush();
                } else {
                    asked = true;
                    group.terminate();
                }
            }
        } catch (IOException broken) {
            // treated as end of input
        } finally {
            connectionEnded.complete(true);
        }
    }

    private void forward(Process process) {
        byte[] block = new byte[1 << 13];
        try (InputStream from = process.getInputStream()) {
            for (int read = from.read(block); read >= 0; read = from.read(block)) {
                out.write(block, 0, read);
                out.flush();
            }
        } catch (IOException ended) {
            // the process is gone
        }
    }

    /** Returns whether the group had to be killed. */
    private boolean awaitEnd(Process process, ProcessGroup group) throws InterruptedException {
        CompletableFuture<Object> finished = CompletableFuture.anyOf(process.onExit(), connectionEnded);
        while (!finished.isDone() && isConnected()) {
            awaitBriefly(finished);
        }
        if (foreign == null) {
            close(process);
            return !process.waitFor(GRACE_NS, TimeUnit.NANOSECONDS);
        }
        while (asked && isConnected() && group.alive()) {
            LockSupport.parkNanos(POLL_NS); // until the harness closes the connection, at its own limit
        }
        boolean wasAsked = asked;
        group.terminate();
        return !group.endsWithin(GRACE_NS) && (wasAsked || process.isAlive());
    }

    private boolean isConnected() {
        return !connectionEnded.isDone() && System.nanoTime() - lastLineNs < SILENCE_NS;
    }

    /** Waits up to 1 s. Wakes rarely, because a measurement runs on this host. */
    private static void awaitBriefly(CompletableFuture<Object> finished) throws InterruptedException {
        try {
            finished.get(SILENCE_NS / 60, TimeUnit.NANOSECONDS);
        } catch (TimeoutException silent) {
            // the caller decides whether this is too long
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void close(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException closed) {
            // closed already
        }
    }

    /**
     * Report that the process was started.
     *
     * @param pid process id on its host
     * @param clock clock that the proxy and the process read
     */
    record ProcessStarted(long pid, ClockIdentity clock) {}

    /**
     * Report that the process ended.
     *
     * @param code exit status, 128 and more after a signal
     * @param killed true if it did not end when asked
     */
    record Exited(int code, boolean killed) {}

    /** Lines received from a proxy so far. Written by the thread that reads its lines, read by any thread. */
    static final class Report {
        private volatile @Nullable ProcessStarted held;
        private volatile @Nullable Exited exited;

        /** Records a line of the proxy; returns false for a line of the process itself. */
        boolean accepts(StatusLine line) {
            switch (line.status()) {
                case STARTED -> held = line.detailAs(ProcessStarted.class);
                case EXITED -> exited = line.detailAs(Exited.class);
                default -> {
                    return false;
                }
            }
            return true;
        }

        /** Report of the start; empty until received. */
        Optional<ProcessStarted> started() {
            return Optional.ofNullable(held);
        }

        /** Exit of the process; empty while it runs, and forever if the connection ended first. */
        Optional<Exited> exited() {
            return Optional.ofNullable(exited);
        }
    }
}
