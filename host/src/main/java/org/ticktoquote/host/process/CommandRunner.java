package org.ticktoquote.host.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;

/** Runs short commands for their exit status and outputs. Limits: 20 s, 64 KiB per output. */
public final class CommandRunner {
    private static final int LIMIT_S = 20;
    private static final int MAX_BYTES = 1 << 16;
    private static final int BLOCK = 1 << 12;
    /** Pause between two reads of the outputs of a running process. Its end is noticed at once. */
    private static final int POLL_MS = 10;
    /** Status of a command that cannot be started, as in a shell. */
    private static final int NO_ANSWER = 127;

    private CommandRunner() {}

    /**
     * Result of a command.
     *
     * @param status exit status; 127 if it could not be started or did not end in time
     * @param output standard output
     * @param errors standard error, or the reason why there is no result
     */
    public record CommandResult(int status, String output, String errors) {
        private static CommandResult nothing(String why) {
            return new CommandResult(NO_ANSWER, "", why);
        }

        /** Returns standard output followed by standard error. */
        public String text() {
            boolean joined = output.isEmpty() || output.endsWith("\n") || errors.isEmpty();
            return output + (joined ? "" : "\n") + errors;
        }

        /** Returns the first meaningful line. */
        public String firstLine() {
            return meaningfulLines(text()).findFirst().orElse("no output");
        }

        /** Describes a failure: the first and last meaningful lines of standard error, or the first of standard output. */
        public String errorSummary() {
            List<String> lines = meaningfulLines(errors).toList();
            if (lines.isEmpty()) {
                return firstLine();
            }
            String first = lines.get(0);
            String last = lines.get(lines.size() - 1);
            return first.equals(last) ? first : first + " ... " + last;
        }
    }

    /**
     * Returns the meaningful lines of another program's text, safe to print. Omits lines without letters or digits and the
     * JVM's "Picked up" lines, and replaces control characters.
     */
    public static Stream<String> meaningfulLines(String text) {
        return text.lines()
                .filter(line -> line.codePoints().anyMatch(Character::isLetterOrDigit))
                .filter(line -> !line.startsWith("Picked up "))
                .map(line -> line.strip().replaceAll("\\p{Cc}", "?"));
    }

    /** Runs a command without a shell and waits for it to end. Kills it after the time limit. */
    public static CommandResult run(List<String> command) {
        return run(command, LIMIT_S);
    }

    /** Runs a command with another time limit, in seconds. */
    public static CommandResult run(List<String> command, int limitS) {
        try {
            long fromNs = System.nanoTime();
            Process process = new ProcessBuilder(command).start();
            process.getOutputStream().close();
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            ByteArrayOutputStream complaints = new ByteArrayOutputStream();
            try (InputStream output = process.getInputStream();
                    InputStream errors = process.getErrorStream()) {
                while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
                    if (System.nanoTime() - fromNs >= TimeUnit.SECONDS.toNanos(limitS)) {
                        return CommandResult.nothing("did not answer within " + limitS + " s");
                    }
                    read(output, printed);
                    read(errors, complaints);
                }
                read(output, printed);
                read(errors, complaints);
                return new CommandResult(
                        process.exitValue(),
                        printed.toString(StandardCharsets.UTF_8),
                        complaints.toString(StandardCharsets.UTF_8));
            } finally {
                kill(process);
            }
        } catch (IOException e) {
            return CommandResult.nothing(IoReason.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.ofFault("interrupted").exception(ExitStatus.INTERRUPTED, e);
        }
    }

    /** Kills a process that is still alive, with its descendants. */
    private static void kill(Process process) {
        if (!process.isAlive()) {
            return;
        }
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Reads what is available without blocking: a surviving child of the process can hold the other end open for days. After
     * the process has ended, one call reads the rest of its output. At the limit, closes the output, which ends most
     * processes that write more.
     */
    private static void read(InputStream from, ByteArrayOutputStream to) throws IOException {
        while (to.size() < MAX_BYTES) {
            int available = from.available();
            if (available == 0) {
                return;
            }
            to.writeBytes(from.readNBytes(Math.min(available, BLOCK)));
        }
        from.close();
    }
}
