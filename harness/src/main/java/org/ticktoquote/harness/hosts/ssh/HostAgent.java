package org.ticktoquote.harness.hosts.ssh;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.clock.PeerClockReading;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.ControlCommand;
import org.ticktoquote.core.control.LineReader;
import org.ticktoquote.core.control.RemoteInterface;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.harness.hosts.InventoryHost;
import org.ticktoquote.harness.hosts.ssh.HostAgentCommand.CallRequest;
import org.ticktoquote.harness.hosts.ssh.HostAgentCommand.CallResponse;
import org.ticktoquote.harness.hosts.ssh.HostAgentCommand.Failure;
import org.ticktoquote.harness.hosts.ssh.HostAgentCommand.Ready;
import org.ticktoquote.host.process.ChildCommand;
import org.ticktoquote.host.process.CommandRunner;

/**
 * Client of the agent on another host. Thread-safe: sends one request at a time. Timestamps a response when its line arrives.
 */
final class HostAgent implements AutoCloseable {
    private static final long CLOCK_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(5);
    /** Limit of buffered lines, in case a broken shell prints endlessly. */
    private static final int MAX_UNREAD = 16;

    private static final int MAX_SHOWN_LENGTH = 200;
    private static final RemoteInterface<AgentOperations> CALLS = new RemoteInterface<>(AgentOperations.class);

    private final String host;
    private final String java;
    private final Process process;
    private final Path log;
    private final BlockingQueue<ReceivedLine> received = new LinkedBlockingQueue<>(MAX_UNREAD);
    private boolean answered;
    private long calls;
    /** Time of arrival of the last answer. */
    private long answeredNs;

    /** A line with its time of arrival. Empty text marks the end of the stream. */
    private record ReceivedLine(String text, long atNs) {}

    private HostAgent(String host, String java, Process process, Path log) {
        this.host = host;
        this.java = java;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts the connection. Errors of ssh go to the log.
     *
     * @param java Java executable or home from the inventory; empty for {@code java} in the PATH
     */
    static HostAgent start(String host, String java, List<String> command, Path log) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            HostAgent agent = new HostAgent(host, java, process, log);
            DaemonThread.start("host-agent-" + host, agent::receive);
            return agent;
        } catch (IOException e) {
            throw about(host, String.valueOf(e.getMessage())).exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private void receive() {
        try {
            try (LineReader lines = new LineReader(process.getInputStream())) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    long atNs = System.nanoTime();
                    if (!line.isBlank()) {
                        received.put(new ReceivedLine(line, atNs));
                    }
                }
            } catch (IOException broken) {
                // treated as end of stream
            }
            received.put(new ReceivedLine("", System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the agent's first line. Fails if the agent cannot start. */
    synchronized Ready ready(int limitSeconds) {
        return await(HostAgentCommand.READY, 0, HostAgentCommand.READY, TimeUnit.SECONDS.toNanos(limitSeconds))
                .detailAs(Ready.class);
    }

    /** Reads the agent's clock between two readings of this process. */
    synchronized PeerClockReading clock() {
        long beforeNs = System.nanoTime();
        write(ControlCommand.of(ControlChannel.CLOCK));
        StatusLine answer = await(ControlChannel.CLOCK, calls + 1, ControlChannel.CLOCK, CLOCK_LIMIT_NS);
        return new PeerClockReading(
                beforeNs, answer.detailAs(ControlChannel.ClockAnswer.class).nanoTimeNs(), answeredNs);
    }

    /** Returns the operations of the host. Each fails with the host's error message, or if the agent does not respond. */
    AgentOperations operations() {
        return CALLS.proxy(this::call);
    }

    private synchronized JsonNode call(RemoteInterface.Call call) {
        long id = ++calls;
        write(ControlCommand.of(HostAgentCommand.CALL, new CallRequest(id, call)));
        return await(HostAgentCommand.RESULT, id, call.operation(), LIMIT_NS)
                .detailAs(CallResponse.class)
                .result();
    }

    private void write(ControlCommand command) {
        try {
            command.sendTo(process);
        } catch (IOException e) {
            throw gone("");
        }
    }

    private StatusLine await(String status, long id, String question, long limitNs) {
        long deadlineNs = System.nanoTime() + limitNs;
        while (true) {
            ReceivedLine text = next(question, deadlineNs, limitNs);
            StatusLine line = StatusLine.parse(text.text())
                    .orElseThrow(() -> gone("its shell printed '" + plain(text.text()) + "', expected no output"));
            if (late(line, status, id)) {
                continue;
            }
            answered = true;
            if (line.status().equals(HostAgentCommand.REFUSED)) {
                Failure refused = line.detailAs(Failure.class);
                throw about(host, refused.cause()).exception(refused.exit());
            }
            if (!line.status().equals(status)) {
                throw gone("answered '" + line.status() + "' to '" + question + "'");
            }
            answeredNs = text.atNs();
            return line;
        }
    }

    /** Returns whether the line answers an earlier, interrupted request. */
    private static boolean late(StatusLine line, String status, long id) {
        return line.status().equals(ControlChannel.CLOCK)
                ? !status.equals(ControlChannel.CLOCK)
                : line.detail().path("id").asLong(id) < id;
    }

    private ReceivedLine next(String question, long deadlineNs, long limitNs) {
        try {
            ReceivedLine next = received.poll(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                close();
                throw gone("no answer to '" + question + "' within " + DurationText.format(limitNs));
            }
            if (next.text().isEmpty()) {
                boolean ignored = received.offer(next); // so that the next request fails too
                throw gone("");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.ofFault("interrupted").exception(ExitStatus.INTERRUPTED, e);
        }
    }

    private static String plain(String text) {
        String first = CommandRunner.meaningfulLines(text).findFirst().orElse("");
        return first.length() <= MAX_SHOWN_LENGTH ? first : first.substring(0, MAX_SHOWN_LENGTH) + "...";
    }

    private ProblemException gone(String more) {
        String why = Stream.of(more, mostTellingLine())
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(": "));
        return about(
                        host,
                        "t2q on this host does not answer" + (why.isEmpty() ? "" : ": " + why)
                                + (answered || java.isEmpty() ? "" : " (java: " + java + ")"))
                .exception(ExitStatus.ENVIRONMENT);
    }

    private static Problem about(String host, String fault) {
        return Problem.of(InventoryHost.description(host)).fault(fault);
    }

    private String mostTellingLine() {
        try {
            String words = new String(Files.readAllBytes(log), StandardCharsets.UTF_8); // can end mid-character
            return words.contains(UnsupportedClassVersionError.class.getName())
                    ? "Java 17 or newer is required, in the PATH or as key 'java' of the host"
                    : CommandRunner.meaningfulLines(words)
                            .reduce((before, line) -> line)
                            .orElse("");
        } catch (IOException unreadable) {
            return log + ": " + IoReason.of(unreadable);
        }
    }

    /** Closes the agent's input, which ends it, and kills its process if it does not end in time. */
    @Override
    public void close() {
        ChildCommand.end(process);
    }
}
