package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A command that ended.
 *
 * @param text of standard output and standard error
 */
record Ended(int status, String text) {
    /** Runs a command, given as words or as one line, without input. */
    static Ended of(String... command) throws IOException, InterruptedException {
        return of(new ProcessBuilder(T2qProcess.words(command)));
    }

    static Ended of(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(T2qProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(text)
                .isTrue();
        return new Ended(process.exitValue(), text);
    }

    /** Asserts the exit status and returns the text. */
    String text(int expectedStatus) {
        assertThat(status).as(text).isEqualTo(expectedStatus);
        return text;
    }

    /** Runs a command and returns the reason of its failure; empty if it succeeded. */
    static String failure(String... command) throws IOException, InterruptedException {
        Ended ended = of(command);
        return ended.status == 0 ? "" : String.join(" ", command) + ": " + ended.text.strip() + "; ";
    }
}
