package org.ticktoquote.harness.matrix.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.settings.RunSettings;

/** Whether there is a recording yet makes no difference here: that of the user's cache may be there. */
class InputFormTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2014-05-02T14:29:50+02:00..12:31",
                "12:31..2014-05-02T12:32:00Z",
                "T0-1s..12:31",
                "12:29..T0",
                ".."
            })
    void whatTheReplayerMayTakeIsLeftToIt(String window) {
        assertThat(mistakes("--window=" + window, "--feed=mine://x")).isEmpty();
    }

    @Test
    void everyMistakeIsTold() {
        assertThat(mistakes("--window=T0+5s..T0-5s", "--feed=//x", "--pairs=0", "--session-template=nofile.yaml"))
                .satisfiesExactly(
                        window -> assertThat(window).startsWith("--window: "),
                        feed -> assertThat(feed).startsWith("--feed: '//x', expected a URI such as udp://HOST:PORT"),
                        pairs -> assertThat(pairs).startsWith("--pairs: '0', expected a count of at least 1"),
                        template -> assertThat(template).startsWith("--session-template: nofile.yaml"));
    }

    private static List<String> mistakes(String... options) {
        return InputForm.mistakes(RunSettings.parse(List.of(options)).plan(new RunDirectory(Path.of("results"))))
                .stream()
                .map(Problem::text)
                .toList();
    }
}
