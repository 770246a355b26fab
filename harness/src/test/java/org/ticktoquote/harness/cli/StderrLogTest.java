package org.ticktoquote.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class StderrLogTest {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final LoggerContext logging = new LoggerContext();

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        logging.setMDCAdapter(new LogbackMDCAdapter());
        logging.start();
        new StderrLog().configure(logging);
    }

    @AfterEach
    void end() {
        logging.stop();
        System.setErr(before);
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void isConfiguredInLogbackByDefault() {
        assertThat(((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).getAppender("stderr"))
                .isNotNull();
    }

    @Test
    void writesWarningsWithUtcTimesAndNoLowerLevels() {
        logging.getLogger("org.ticktoquote.harness.Example").warn("a warning");
        logging.getLogger("org.ticktoquote.harness.Example").info("no more than that");
        assertThat(printed())
                .matches(
                        "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z WARN  \\[[^]]+] o.t.harness.Example - a warning\\R")
                .doesNotContain("no more");
    }

    @Test
    void replacesControlCharacters() {
        logging.getLogger("a").error("red \u001b[31m, two\nlines\tand \u0007", new IllegalStateException("why"));
        assertThat(printed())
                .contains("red ?[31m, two\nlines\tand ?", "IllegalStateException: why", "at ")
                .doesNotContain("\u001b", "\u0007");
    }
}
