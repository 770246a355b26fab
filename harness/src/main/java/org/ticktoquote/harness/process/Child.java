package org.ticktoquote.harness.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.ProcessEnd;

/**
 * One process of a run: its group, its control lines and its end.
 *
 * <p>Status lines and the end arrive, in order, in the queue given at the start, written by a thread named after the
 * role. {@link #tell} and {@link #end} belong to the thread that runs the run.
 */
public final class Child {
    private static final Logger LOG = LoggerFactory.getLogger(Child.class);

    private static final String LAUNCHER = "setsid";

    private final String role;
    private final List<String> command;
    private final Path log;
    private final Process process;
    private final ProcessGroup group;
    private volatile long endedNs;
    private @Nullable String failure;
    private boolean asked;
    private boolean hung;

    private Child(String role, List<String> command, Path log, Process process) {
        this.role = role;
        this.command = List.copyOf(command);
        this.log = log;
        this.process = process;
        this.group = new ProcessGroup(process.pid());
    }

    /** Starts a process of ours: control lines over its standard streams, standard error into the log. */
    static Child ours(String role, List<String> command, Path log, BlockingQueue<ChildEvent> events)
            throws IOException {
        Process process = inOwnGroup(command).redirectError(log.toFile()).start();
        Child child = new Child(role, command, log, process);
        child.inBackground("lines", () -> child.readLines(events));
        return child;
    }

    /** Starts somebody else's process: no control lines, both outputs into the log. */
    static Child foreign(String role, List<String> command, Path log, BlockingQueue<ChildEvent> events)
            throws IOException {
        Process process = inOwnGroup(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Child child = new Child(role, command, log, process);
        child.inBackground("end", () -> child.announceEnd(events));
        return child;
    }

    private static ProcessBuilder inOwnGroup(List<String> command) {
        List<String> whole = new ArrayList<>(command.size() + 1);
        whole.add(LAUNCHER);
        whole.addAll(command);
        return new ProcessBuilder(whole);
    }

    private void inBackground(String what, Runnable work) {
        Thread thread = new Thread(work, role + "-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    private void readLines(BlockingQueue<ChildEvent> events) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                StatusLine.parse(text).ifPresent(line -> events.add(new ChildEvent(this, line)));
            }
        } catch (IOException broken) {
            LOG.debug("{}: standard output broke", role, broken);
        }
        announceEnd(events);
    }

    private void announceEnd(BlockingQueue<ChildEvent> events) {
        process.onExit().join();
        endedNs = System.nanoTime();
        events.add(new ChildEvent(this, null));
    }

    public String role() {
        return role;
    }

    /** Its standard error, of a user's process both outputs. */
    public Path log() {
        return log;
    }

    /** Whether there never was a process: the launcher found nothing that the system would execute. */
    public boolean neverExecuted() {
        boolean launcherFailed = !process.isAlive() && List.of(126, 127).contains(process.exitValue());
        try {
            return launcherFailed && Files.readString(log).startsWith(LAUNCHER + ": ");
        } catch (IOException unreadable) {
            return false;
        }
    }

    public long pid() {
        return process.pid();
    }

    public ProcessGroup group() {
        return group;
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Sends a command; a child that is gone hears nothing, and its end says so. */
    public void tell(Command order) {
        try {
            Writer out = process.outputWriter(StandardCharsets.UTF_8);
            out.write(order.text() + "\n");
            out.flush();
        } catch (IOException gone) {
            LOG.info("{}: does not hear '{}': {}", role, order.name(), gone.getMessage());
        }
    }

    /** Notes the cause that the child itself gave for its failure. */
    public void failed(String cause) {
        failure = cause;
    }

    /**
     * Ends the child and its group: asked first (command {@code stop} for ours, SIGTERM for others), then its input is
     * closed, then killed. Returns when it is gone.
     *
     * @param graceNs how long it may take after being asked
     */
    public void end(boolean speaksProtocol, long graceNs) {
        asked |= process.isAlive();
        if (speaksProtocol) {
            tell(Command.of("stop"));
        } else {
            group.terminate();
        }
        if (!exitsWithin(graceNs)) {
            closeInput();
            hung = !exitsWithin(TimeUnit.SECONDS.toNanos(2));
        }
        group.kill();
        exitsWithin(TimeUnit.SECONDS.toNanos(5));
    }

    /** Ends a child that waits for nothing but its input. */
    void dismiss(long limitNs) {
        tell(Command.of("stop"));
        closeInput();
        exitsWithin(limitNs);
        group.kill();
    }

    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            LOG.debug("{}: input was closed already", role, gone);
        }
    }

    private boolean exitsWithin(long ns) {
        try {
            return process.waitFor(ns, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    /** How it ended, in the words of the manifest; {@code running} while it lives. */
    public ProcessEnd outcome() {
        if (process.isAlive()) {
            return new ProcessEnd(role, command, pid(), ProcessEnd.RUNNING, -1, "", 0);
        }
        int status = process.exitValue();
        String cause = failure != null ? failure : describe(status);
        return new ProcessEnd(role, command, pid(), word(status), status, cause, endedNs);
    }

    private String word(int status) {
        if (hung) {
            return ProcessEnd.HUNG;
        }
        boolean terminatedOnRequest = asked && (status == 0 || status == 143 || status == 130);
        if (failure == null && terminatedOnRequest) {
            return ProcessEnd.NORMAL;
        }
        return failure == null && status > 128 ? ProcessEnd.KILLED : ProcessEnd.FAILED;
    }

    private String describe(int status) {
        if (hung) {
            return "did not end when asked";
        }
        if (asked && (status == 0 || status == 143 || status == 130)) {
            return "";
        }
        String what = status > 128 ? "killed by signal " + (status - 128) : "exit status " + status;
        return asked ? what : what + " before it was asked to end";
    }
}
