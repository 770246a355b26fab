package org.ticktoquote.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class RunDirectoryTest {
    private final RunDirectory run = new RunDirectory(Path.of("run-1"));

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
