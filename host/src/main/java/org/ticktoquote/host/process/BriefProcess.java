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

/** A command that is started for what it says at once: its outputs and its status, within 20 seconds and 64 KiB each. */
public final class BriefProcess {
    private static final int LIMIT_S = 20;
    private static final int MOST_BYTES = 1 << 16;
    private static final int BLOCK = 1 << 12;
    /** How long an output may stay open when its process has ended: what somebody holds open is not waited for. */
    private static final int MOMENT_MS = 500;
    /** A command that could not be started, as a shell would say it. */
    private static final int NO_ANSWER = 127;

    private BriefProcess() {}

    /**
     * What a command said.
     *
     * @param status its exit status; 127 when it could not be started, or did not end in time
     * @param output its standard output
     * @param errors its standard error, or why there is no answer
     */
    public record Said(int status, String output, String errors) {
        private static Said nothing(String why) {
            return new Said(NO_ANSWER, "", why);
        }

        /** Both, the output first. */
        public String text() {
            boolean joined = output.isEmpty() || output.endsWith("\n") || errors.isEmpty();
            return output + (joined ? "" : "\n") + errors;
        }

        /** The first line that says something. */
        public String firstLine() {
            return telling(text()).findFirst().orElse("it says nothing");
        }

        /** What it says of its failure: the first such line of its errors and the last, of its output where it has none. */
        public String complaint() {
            List<String> lines = telling(errors).toList();
            if (lines.isEmpty()) {
                return firstLine();
            }
            String first = lines.get(0);
            String last = lines.get(lines.size() - 1);
            return first.equals(last) ? first : first + " ... " + last;
        }
    }

    /**
     * The lines of somebody else's text that say something, fit to be shown: no frames of {@code @@@@}, no control characters, and
     * what the environment added to the command is not the command's word.
     */
    public static Stream<String> telling(String text) {
        return text.lines()
                .filter(line -> line.codePoints().anyMatch(Character::isLetterOrDigit))
                .filter(line -> !line.startsWith("Picked up "))
                .map(line -> line.strip().replaceAll("\\p{Cc}", "?"));
    }

    /** Runs a command, each argument by itself, and waits for its end; one that takes too long is killed. */
    public static Said run(List<String> command) {
        return run(command, LIMIT_S);
    }

    /** Likewise, where it may take so many seconds. */
    public static Said run(List<String> command, int limitS) {
        try {
            Process process = new ProcessBuilder(command).start();
            process.getOutputStream().close();
            Hearing output = new Hearing(process.getInputStream());
            Hearing errors = new Hearing(process.getErrorStream());
            try {
                if (!process.waitFor(limitS, TimeUnit.SECONDS)) {
                    return Said.nothing("did not answer within " + limitS + " s");
                }
                return new Said(process.exitValue(), output.text(), errors.text());
            } finally {
                kill(process);
            }
        } catch (IOException e) {
            return Said.nothing(IoReason.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.ofFault("interrupted").refusal(ExitStatus.INTERRUPTED, e);
        }
    }

    /** With whoever it started, unless it has ended by itself. */
    private static void kill(Process process) {
        if (!process.isAlive()) {
            return;
        }
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** What comes out of a process, read as it comes: somebody whom it leaves behind may hold the other end open for days. */
    private static final class Hearing {
        private final InputStream from;
        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
        private final Thread thread = new Thread(this::hear, "brief-process");

        Hearing(InputStream from) {
            this.from = from;
            thread.setDaemon(true);
            thread.start();
        }

        private void hear() {
            try (from) {
                byte[] block = new byte[BLOCK];
                for (int read = from.read(block); read >= 0 && heard.size() < MOST_BYTES; read = from.read(block)) {
                    heard.write(block, 0, read);
                }
            } catch (IOException closed) {
                // the same as its end
            }
        }

        String text() throws InterruptedException {
            thread.join(MOMENT_MS);
            return heard.toString(StandardCharsets.UTF_8);
        }
    }
}
