package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class RunDirectoryTest {
    private final RunDirectory run = new RunDirectory(Path.of("run-1"));

    @Test
    void namesTheFilesOfARun() {
        assertThat(run.manifest()).isEqualTo(Path.of("run-1/run.json"));
        assertThat(run.summary()).isEqualTo(Path.of("run-1/summary.json"));
        assertThat(run.ticks()).isEqualTo(Path.of("run-1/ticks.journal"));
        assertThat(run.warmUp()).isEqualTo(Path.of("run-1/warmup.journal"));
        assertThat(run.log("replayer")).isEqualTo(Path.of("run-1/replayer.log"));
        assertThat(run.report()).isEqualTo(Path.of("run-1/report.html"));
    }

    @Test
    void numbersSessionsWithAtLeastTwoDigitsInEveryLocale() {
        Locale language = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(run.quotes(7)).isEqualTo(Path.of("run-1/quotes-07.journal"));
            assertThat(run.quotes(123)).isEqualTo(Path.of("run-1/quotes-123.journal"));
        } finally {
            Locale.setDefault(language);
        }
    }
}
