package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.run.Role;

/** The application is responsible for messages without a price that load the clients. */
final class MessageFloodTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"1000,FAILED,message-flood harness-starved", "900,VOID,harness-starved message-flood"})
    void messageFloodOfTheApplicationExplainsStarvedClients(long messages, Verdict verdict, String rules) {
        RunFixture run = new RunFixture(directory, 2);
        run.audit
                .grown(Role.CLIENTS, AuditSample.RUN_DELAY_NS, 94)
                .grown(Role.CLIENTS, AuditSample.CPU_NS, 6)
                .grown(Role.HARNESS, AuditSample.HOST_TICKS, 100)
                .grown(Role.HARNESS, AuditSample.IDLE_TICKS, 1);
        Summary summary = run.summary("""
                        session 0 logs-on at 1
                        session 1 logs-on at 1
                        tick 1 EUR/USD at 10 answered at 11, 11
                        session 1 flooded by %d at 12
                        """.formatted(messages));
        assertThat(String.join(
                        " ",
                        summary.findings().reasons().stream().map(Reason::rule).toList()))
                .isEqualTo(rules);
        assertThat(summary.findings().validity()).isEqualTo(verdict);
        assertThat(summary.findings().reasons())
                .filteredOn(reason -> reason.rule().equals("message-flood"))
                .extracting(Reason::text)
                .containsExactly(String.format(
                        Locale.ROOT,
                        "%1$,d messages without a price (TestRequests, heartbeats and others) came from the application"
                                + " within a second, to CLIENT-01, %1$,d messages in all such seconds: the clients had to"
                                + " read and answer them.",
                        messages));
    }
}
