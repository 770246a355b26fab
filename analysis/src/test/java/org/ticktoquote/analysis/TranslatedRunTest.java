package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.summary.LimitFigure;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.Role;

/** The same run recorded with one clock and with clocks that are far apart. */
class TranslatedRunTest {
    private static final long S = 1_000_000_000L;
    private static final String SCRIPT = """
            session 0 logs-on at 0
            tick 1 EUR/USD at 10 answered at 12
            tick 2 EUR/USD at 100 answered at 140
            """;

    @TempDir
    private Path directory;

    private static ClockTranslation offset(long seconds, long boundNs) {
        return new ClockTranslation(List.of(new ClockTranslation.Point(0, seconds * S, boundNs)));
    }

    private Summary summary(String name, Map<String, ClockTranslation> translations) throws Exception {
        RunFixture run = new RunFixture(Files.createDirectory(directory.resolve(name)), 1);
        run.translations.putAll(translations);
        run.play(SCRIPT);
        run.audit
                .hiccup(Role.CLIENTS, 105, 30)
                .hiccup(Role.HARNESS, 130, 20)
                .pause(Role.CLIENTS, 120, 5)
                .grown(Role.CLIENTS, AuditSample.MAJOR_FAULTS, 3);
        run.audit.atEnd = new ConnectionCounters(0, 40_000, 5, 3, 4, 65_536, 0);
        return run.summary();
    }

    @Test
    void hasTheSameFiguresAndReportsOnlyTheClockBoundOfTheClients() throws Exception {
        Summary together = summary("together", Map.of());
        Summary apart =
                summary("apart", Map.of(Role.CLIENTS, offset(-1_000, 90_000), Role.HARNESS, offset(-5_000, 80_000)));
        assertThat(apart.latencies()).isEqualTo(together.latencies());
        assertThat(apart.stalenessNs()).isEqualTo(together.stalenessNs());
        assertThat(apart.counts().tickOutcomes()).isEqualTo(together.counts().tickOutcomes());
        assertThat(apart.selfAudit()).isEqualTo(together.selfAudit());
        assertThat(together.selfAudit().stalls()).hasSize(2);
        assertThat(apart.limits())
                .filteredOn(limit -> limit.rule().equals("clock-bound"))
                .extracting(LimitFigure::value)
                .containsExactly(90_000.0);
        Summary shared = summary("shared", Map.of(Role.HARNESS, offset(-5_000, 80_000)));
        assertThat(shared.limits()).extracting(LimitFigure::rule).doesNotContain("clock-bound", "clock-bound-share");
    }

    @Test
    void acceptsSnapshotBeforeItsTickWithinTheClockBound() throws Exception {
        RunFixture run = new RunFixture(directory, 1);
        run.translations.put(Role.CLIENTS, offset(-1_000, 300_000));
        run.play("session 0 logs-on at 0; tick 1 EUR/USD at 10 answered at 9.8");
        Summary summary = run.summary();
        assertThat(summary.counts().tickOutcomes().published()).isEqualTo(1);
        assertThat(summary.limits())
                .filteredOn(limit -> limit.rule().equals("negative-values"))
                .extracting(LimitFigure::value)
                .containsExactly(0.0);
    }
}
