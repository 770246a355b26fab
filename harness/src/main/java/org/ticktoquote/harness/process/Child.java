package org.ticktoquote.harness.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.ChildPlan;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.LineReader;
import org.ticktoquote.core.control.ProcessProtocol;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.host.process.ProcessGroup;

/**
 * A process of a run, with its process group, control lines and exit.
 *
 * <p>A thread named after the role adds status lines, and finally the end, to the queues given at the start. {@link #send} and
 * {@link #end} are called by the thread of the run.
 */
public final class Child {
    private static final Logger LOG = LoggerFactory.getLogger(Child.class);

    static final String LAUNCHER = "setsid";
    private static final long SIGN_OF_LIFE_MS = 5_000;
    /** Exit statuses of a process ended by request: 0, SIGINT or SIGTERM. */
    private static final List<Integer> ON_REQUEST = List.of(0, 130, 143);

    private final String role;
    private final ExecutionHost place;
    private volatile List<String> command;
    private final Path log;
    private final Process process;
    private final ProcessGroup group;
    private final ProcessProxyCommand.Report proxy = new ProcessProxyCommand.Report();
    private final CountDownLatch allRead = new CountDownLatch(1);
    private volatile long endedNs;
    /** Cause of failure that the child reported. */
    private @Nullable String failure;
    /** True if it was asked to end while alive. */
    private boolean asked;
    /** True if it did not end in time. */
    private boolean hung;

    private Child(String role, ExecutionHost place, List<String> command, Path log, Process process) {
        this.role = role;
        this.place = place;
        this.command = List.copyOf(command);
        this.log = log;
        this.process = process;
        this.group = new ProcessGroup(process.pid());
    }

    /** Starts a t2q process with control lines over its standard streams, and all its other output in the log. */
    static Child t2qProcess(
            String role, ExecutionHost place, List<String> command, Path log, List<BlockingQueue<Event>> events) {
        ProcessBuilder builder = inOwnGroup(place.t2qCommand(command)).redirectError(Redirect.appendTo(log.toFile()));
        ChildEnvironment.setNumericLocale(builder.environment());
        if (!role.equals(Role.APPLICATION)) {
            ChildEnvironment.removeHeapOptions(builder.environment());
        }
        return new Child(role, place, command, log, started(role, builder, log)).receiving(events);
    }

    private Child receiving(List<BlockingQueue<Event>> events) {
        inBackground("lines", () -> readLines(events));
        if (place.isRemote()) {
            inBackground("heart", this::beat);
        }
        return this;
    }

    /** Starts a user's process without control lines, with both outputs in the log. */
    static Child userProcess(
            String role, ExecutionHost place, List<String> command, Path log, BlockingQueue<Event> events) {
        ProcessBuilder builder = inOwnGroup(place.userCommand(command, role));
        if (place.isRemote()) {
            // the remote host has the log; this file has the messages of the connection
            Redirect messages = Redirect.appendTo(connection(log).toFile());
            Process process = started(role, builder.redirectError(messages), connection(log));
            return new Child(role, place, command, log, process).receiving(List.of(events));
        }
        Process process = started(role, builder.redirectErrorStream(true).redirectOutput(log.toFile()), log);
        Child child = new Child(role, place, command, log, process);
        child.inBackground("end", () -> child.announceEnd(List.of(events)));
        return child;
    }

    private static ProcessBuilder inOwnGroup(List<String> command) {
        List<String> whole = new ArrayList<>(command.size() + 1);
        whole.add(LAUNCHER);
        whole.addAll(command);
        return new ProcessBuilder(whole);
    }

    private static Process started(String role, ProcessBuilder builder, Path log) {
        try {
            Files.deleteIfExists(log); // of an earlier run in the same directory
            return builder.start();
        } catch (IOException e) {
            throw Problem.ofFault(role + " cannot be started: " + IoReason.of(e))
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private void inBackground(String what, Runnable work) {
        DaemonThread.start(role + "-" + what, work);
    }

    private void readLines(List<BlockingQueue<Event>> events) {
        try (LineReader lines = new LineReader(process.getInputStream())) {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                Optional<StatusLine> line = StatusLine.parse(text);
                if (line.isEmpty()) {
                    keep(text);
                }
                line.filter(this::isOwn).ifPresent(own -> announce(events, own));
            }
        } catch (IOException broken) {
            LOG.debug("{}: standard output failed", role, broken);
        }
        allRead.countDown();
        announceEnd(events);
    }

    /** Adds a line of other text to the log. A JVM reports rejected options on standard output. */
    private void keep(String text) {
        try {
            Files.writeString(messageLog(), text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            LOG.debug("{}: a line of its standard output was not logged", role, e);
        }
    }

    /** Returns whether the process itself sent this line. Records lines of its proxy. */
    private boolean isOwn(StatusLine line) {
        return !place.isRemote() || !proxy.accepts(line);
    }

    /** Sends an empty line every 5 s as a heartbeat, so that the proxy can tell an idle connection from a lost one. */
    private void beat() {
        try {
            while (!process.waitFor(SIGN_OF_LIFE_MS, TimeUnit.MILLISECONDS)) {
                process.outputWriter(StandardCharsets.UTF_8).append("\n").flush();
            }
        } catch (IOException closed) {
            LOG.debug("{}: signs of life can no longer be sent", role, closed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void announceEnd(List<BlockingQueue<Event>> events) {
        process.onExit().join();
        endedNs = System.nanoTime();
        announce(events, null);
    }

    private void announce(List<BlockingQueue<Event>> events, @Nullable StatusLine line) {
        events.forEach(queue -> queue.add(new Event(this, line)));
    }

    public String role() {
        return role;
    }

    /** Log of both outputs, without control lines. */
    public Path log() {
        return log;
    }

    private static Path connection(Path log) {
        return log.resolveSibling("ssh-" + log.getFileName());
    }

    /**
     * Local log, readable while the process runs: the connection's log for a remote user process, whose own log is on its host.
     */
    Path messageLog() {
        return Files.exists(connection(log)) ? connection(log) : log;
    }

    /** Returns whether the launcher could not execute the command. */
    public boolean neverExecuted() {
        boolean launcherFailed = !process.isAlive() && List.of(126, 127).contains(status());
        try {
            return launcherFailed
                    && RegularFile.firstAndLastLines(log).stream()
                            .limit(1)
                            .anyMatch(line -> line.startsWith(LAUNCHER + ": "));
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Process id on its host; until the proxy reports it, the id of the local process. */
    public long pid() {
        return proxy.started().map(ProcessProxyCommand.ProcessStarted::pid).orElseGet(process::pid);
    }

    public ExecutionHost place() {
        return place;
    }

    /** Clock that the process reads, as reported by its proxy; empty on this host, and until the proxy reports it. */
    public Optional<ClockIdentity> clockElsewhere() {
        return proxy.started().map(ProcessProxyCommand.ProcessStarted::clock);
    }

    public ProcessGroup group() {
        return group;
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Sends a command. Has no effect if the child is gone. */
    public void send(ControlCommand order) {
        try {
            order.sendTo(process);
        } catch (IOException gone) {
            LOG.info("{}: command '{}' was not delivered: {}", role, order.name(), gone.getMessage());
        }
    }

    /**
     * Sends a t2q process its plan. Its {@linkplain #outcome() outcome} then contains a command line that starts the same
     * process manually.
     */
    void plan(ChildPlan plan) {
        send(ControlCommand.of(ChildPlan.COMMAND, plan));
        command = Stream.concat(
                        command.stream().filter(word -> !word.equals(ChildPlan.OPTION)), plan.arguments().stream())
                .toList();
    }

    /** Records the cause of failure that the child reported. */
    public void failed(String cause) {
        failure = cause;
    }

    /**
     * Ends the child and its group, and returns when it is gone. Asks first (command {@code stop} for t2q processes, SIGTERM
     * for others), then closes its input, then kills it.
     *
     * @param graceNs time for the child to end after being asked
     */
    public void end(boolean speaksProtocol, long graceNs) {
        boolean wasAlive = process.isAlive();
        asked |= wasAlive;
        boolean signalled = !speaksProtocol && !place.isRemote();
        if (signalled) {
            group.terminate();
        } else {
            send(ControlCommand.of(ProcessProtocol.STOP));
        }
        if (!endsWithin(graceNs, signalled)) {
            closeInput();
            if (!endsWithin(TimeUnit.SECONDS.toNanos(place.isRemote() ? 6 : 2), signalled) && wasAlive) {
                hung = true;
            }
        }
        group.kill();
        exitsWithin(TimeUnit.SECONDS.toNanos(5));
        if (place.isRemote()) {
            awaitLastLine();
        }
    }

    /** Waits for the last lines of the proxy, which can arrive after the end of the process. */
    private void awaitLastLine() {
        try {
            if (!allRead.await(2, TimeUnit.SECONDS)) {
                LOG.info("{}: its output is still open", role);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a child that only waits for input. */
    void dismiss(long limitNs) {
        send(ControlCommand.of(ProcessProtocol.STOP));
        closeInput();
        exitsWithin(limitNs);
        group.kill();
    }

    void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            LOG.debug("{}: input was closed already", role, gone);
        }
    }

    /**
     * Waits for the end of the process or, on request, of its whole group: a wrapper script can end before the application that
     * it started.
     */
    private boolean endsWithin(long ns, boolean wholeGroup) {
        long beganNs = System.nanoTime();
        return exitsWithin(ns) && (!wholeGroup || group.endsWithin(ns - (System.nanoTime() - beganNs)));
    }

    private boolean exitsWithin(long ns) {
        try {
            return process.waitFor(ns, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        }
    }

    /** Returns how the child ended, for the manifest; {@code running} while it is alive. */
    public ProcessEnd outcome() {
        if (process.isAlive()) {
            return new ProcessEnd(role, command, pid(), ProcessEnd.RUNNING, -1, "", 0);
        }
        if (place.isRemote() && proxy.exited().isEmpty() && !hung) {
            String why = "the connection to " + place.name() + " ended";
            return new ProcessEnd(role, command, pid(), ProcessEnd.LOST, -1, why, endedNs);
        }
        return new ProcessEnd(role, command, pid(), word(), status(), failure != null ? failure : cause(), endedNs);
    }

    /** Exit status. The process must have ended. */
    private int status() {
        return proxy.exited().map(ProcessProxyCommand.Exited::code).orElseGet(process::exitValue);
    }

    private boolean killedWhenAsked() {
        return hung
                || asked
                        && proxy.exited()
                                .filter(ProcessProxyCommand.Exited::killed)
                                .isPresent();
    }

    private boolean endedOnRequest() {
        return asked && ON_REQUEST.contains(status());
    }

    private String word() {
        if (killedWhenAsked()) {
            return ProcessEnd.HUNG;
        }
        if (failure == null && endedOnRequest()) {
            return ProcessEnd.NORMAL;
        }
        return failure == null && status() > 128 ? ProcessEnd.KILLED : ProcessEnd.FAILED;
    }

    private String cause() {
        if (killedWhenAsked()) {
            return "did not end when asked";
        }
        if (endedOnRequest()) {
            return "";
        }
        int status = status();
        String what = status > 128 ? "killed by signal " + (status - 128) : "exit status " + status;
        return asked ? what : what + " before it was asked to end";
    }

    /**
     * A status line of a child, or its end.
     *
     * @param line null for the end
     */
    public record Event(Child child, @Nullable StatusLine line) {}
}
