package org.ticktoquote.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long nowNs = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1); // nanoTime can overflow

    @Test
    void updatesOneLineOnATerminal() {
        try (Progress progress = progress(true)) {
            progress.update("10 of 100");
            pass(199);
            progress.update("too soon");
            pass(51);
            progress.update("99");
        }

        assertThat(shown()).isEqualTo("\r10 of 100" + "\r99       " + "\r  \r");
    }

    @Test
    void showsAStageAtOnceAndForAtLeast200Ms() {
        try (Progress progress = progress(true)) {
            progress.update("first");
            progress.stage("warm-up");
            pass(199);
            progress.update("too soon");
            pass(1);
            progress.update("in time");
        }

        assertThat(shown()).contains("\rwarm-up", "\rin time").doesNotContain("too soon");
    }

    @Test
    void printsAPlainLineEveryFiveSecondsWithoutATerminal() {
        try (Progress progress = progress(false)) {
            progress.update("at once");
            pass(4_999);
            progress.update("too soon");
            pass(1);
            progress.update("after five seconds");
            progress.update("and again");
            progress.stage("draining");
        }

        assertThat(shown().lines()).containsExactly("after five seconds", "draining");
        assertThat(shown()).doesNotContain("\r");
    }

    @Test
    void printsAPermanentLineOnATerminal() {
        try (Progress progress = progress(true)) {
            progress.update("99");
            progress.line("that was it");
        }

        assertThat(shown()).isEqualTo("\r99" + "\r  \r" + "that was it" + System.lineSeparator());
    }

    @Test
    void clearsNothingWhenNothingWasShown() {
        progress(true).close();

        assertThat(shown()).isEmpty();
    }

    private Progress progress(boolean terminal) {
        return new Progress(new PrintStream(bytes, false, StandardCharsets.UTF_8), () -> nowNs, terminal);
    }

    private void pass(long ms) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
