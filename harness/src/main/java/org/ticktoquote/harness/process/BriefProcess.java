package org.ticktoquote.harness.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/** A command that is started for what it says at once: its output and its status, within 20 seconds and 64 KiB. */
public final class BriefProcess {
    private static final int LIMIT_S = 20;
    private static final int MOST_BYTES = 1 << 16;
    /** A command that could not be started, as a shell would say it. */
    private static final int NOT_STARTED = 127;

    private BriefProcess() {}

    /**
     * What a command said.
     *
     * @param status its exit status; 127 when it could not be started
     * @param text both of its outputs, or why it could not be started
     */
    public record Said(int status, String text) {
        /** The first line that says something; what the environment added to the command is not the command's word. */
        public String firstLine() {
            return text.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("Picked up "))
                    .findFirst()
                    .map(String::strip)
                    .orElse("it says nothing");
        }
    }

    /** Runs a command, each argument by itself, and waits for its end; one that takes too long is killed. */
    public static Said run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            CompletableFuture.delayedExecutor(LIMIT_S, TimeUnit.SECONDS).execute(process::destroyForcibly);
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            process.getInputStream().close();
            return new Said(process.waitFor(), text);
        } catch (IOException e) {
            return new Said(NOT_STARTED, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(ExitStatus.INTERRUPTED, "interrupted", e);
        }
    }
}
