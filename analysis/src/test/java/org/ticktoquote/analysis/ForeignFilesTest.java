package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.audit.NullResponseFile;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Role;

/** Foreign and misplaced files are reported, never analysed, and never charged to the application. */
class ForeignFilesTest {
    private static final UUID OTHER = UUID.fromString("99999999-aaaa-4bbb-8ccc-dddddddddddd");
    private static final String OWN_RUN = "run 11111111-2222-4333-8444-555555555555";
    private static final String OTHER_RUN = "run " + OTHER;
    private static final String SCRIPT = """
            warm-up 1 EUR/USD at 1 answered at 2, 2
            tick 1 EUR/USD at 10 answered at 11, 12
            tick 2 EUR/USD at 20 answered at 25, 28
            """;

    @TempDir
    private static Path own;

    @TempDir
    private static Path other;

    @TempDir
    private Path run;

    @BeforeAll
    static void writeTwoRunsOfTheSameTicks() {
        write(own, RunFixture.IDENTITY);
        write(other, OTHER);
    }

    @BeforeEach
    void copyTheOwnRun() throws IOException {
        RunCopy.of(own, run);
    }

    private static void write(Path directory, UUID identity) {
        RunFixture fixture = new RunFixture(directory, 2, identity);
        fixture.audit.pause(Role.REPLAYER, 15, 0.1).pause(Role.CLIENTS, 15, 0.1);
        fixture.play(SCRIPT).close();
        fixture.writeManifest();
        ShareFigures share = new ShareFigures(1L, 2L, 3L, 4L, 5L, 6L);
        NullResponseFile.copy(
                directory, identity, new NullResponse(NullResponse.FORMAT_VERSION, "", "", "", 9, share, share));
    }

    private Summary summary() {
        return Analysis.of(run).result().summary();
    }

    private void put(Path from, String name, String as) throws IOException {
        Files.copy(from.resolve(name), run.resolve(as), StandardCopyOption.REPLACE_EXISTING);
    }

    private static Reason foreign(Summary summary) {
        assertThat(summary.findings().validity()).isEqualTo(Verdict.VOID);
        assertThat(summary.findings().reasons()).noneMatch(reason -> reason.verdict() == Verdict.FAILED);
        return Reasons.reason(summary, "foreign-files");
    }

    @Test
    void runWithItsOwnFilesIsValid() {
        assertThat(summary().findings().reasons()).isEmpty();
    }

    @Test
    void journalOfAnotherSessionVoidsTheRun() throws IOException {
        put(run, "quotes-01.journal", "quotes-00.journal");

        Summary summary = summary();

        assertThat(foreign(summary).text())
                .isEqualTo("Wrong files: quotes-00.journal is quotes-01 of " + OWN_RUN + ", expected quotes-00 of "
                        + OWN_RUN + ".");
        assertThat(summary.perSession().get(0).tickOutcomes().published()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "quotes-00.journal, quotes-00.journal",
        "ticks.journal, ticks.journal",
        "warmup.journal, warmup.journal",
        "ticks.journal, warmup.journal",
        "warmup.journal, ticks.journal",
        "hiccups-replayer.journal, hiccups-replayer.journal",
        "audit-replayer.jsonl, audit-replayer.jsonl",
        "audit-harness.jsonl, audit-harness.jsonl",
        "gc-replayer.log, gc-replayer.log",
        "harness-share.json, harness-share.json"
    })
    void fileOfAnotherRunVoidsTheRun(String name, String as) throws IOException {
        put(other, name, as);

        assertThat(foreign(summary()).text()).contains(as, OTHER_RUN + ", expected ", OWN_RUN);
    }

    @ParameterizedTest
    @CsvSource({
        "ticks.journal, warmup.journal, is ticks of, expected warmup of",
        "warmup.journal, ticks.journal, is warmup of, expected ticks of",
        "hiccups-replayer.journal, hiccups-harness.journal, is hiccups-replayer of, expected hiccups-harness of",
        "audit-fix-clients.jsonl, audit-replayer.jsonl, belongs to fix-clients of, expected replayer of",
        "gc-fix-clients.log, gc-replayer.log, belongs to fix-clients of, expected replayer of"
    })
    void misplacedFileOfTheSameRunVoidsTheRun(String name, String as, String found, String expected)
            throws IOException {
        put(run, name, as);

        assertThat(foreign(summary()).text()).contains(as + " " + found + " " + OWN_RUN, expected + " " + OWN_RUN);
    }

    /** Clock pairs of another run would void this run for a clock step. */
    @Test
    void auditOfAnotherRunIsIgnored() throws IOException {
        put(other, "audit-replayer.jsonl", "audit-replayer.jsonl");

        assertThat(summary().selfAudit().harnessProcesses())
                .first()
                .satisfies(replayer -> assertThat(replayer.cpuNs()).isNull());
    }

    @Test
    void refusesTickResultsOfAnotherRun() throws IOException {
        summary();
        Analysis.of(other);
        Path results = run.resolve("tick-results.bin");
        TickResults.open(results, RunFixture.IDENTITY).close();
        put(other, "tick-results.bin", "tick-results.bin");

        assertThatThrownBy(() -> TickResults.open(results, RunFixture.IDENTITY))
                .isInstanceOf(ProblemException.class)
                .hasMessage(results + ": is tick-results of " + OTHER_RUN + ", expected tick-results of " + OWN_RUN);
    }

    @Test
    void countsEveryForeignFile() throws IOException {
        put(other, "quotes-00.journal", "quotes-00.journal");
        put(other, "quotes-01.journal", "quotes-01.journal");

        assertThat(foreign(summary()).value()).isEqualTo(2);
    }
}
