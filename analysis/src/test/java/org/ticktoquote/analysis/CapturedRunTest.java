package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.ticktoquote.analysis.RunValues.assertHas;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.report.RunReport;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.slo.ServiceLevel;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelState;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.ExcusedCharge;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;

/** A run timed by a capture: it has no schedule, and no harness process ran. */
final class CapturedRunTest {
    private static final String TICKS = """
            tick 1 EUR/USD at 100
            tick 2 EUR/USD at 5000 sent 5000
            """;
    private static final String LOGON = """
            session 0 logs-on at 20
            session 0 gets nothing at 30
            """;

    @TempDir
    private Path folder;

    private RunFixture run;

    @BeforeEach
    void createRun() {
        run = new RunFixture(folder, 1);
        run.source = RunManifest.WIRE;
        run.processes.clear();
        run.drainMs = 10_000;
    }

    private Summary summary(String answers) {
        return run.play(TICKS).play(LOGON).summary(answers);
    }

    @Test
    void reportsServiceOnlyWithoutResponseAndReplayLag() throws Exception {
        run.play(TICKS).play("""
                session 0 not-captured at 10
                session 0 logs-on at 20
                session 0 gets nothing at 30
                session 0 gets 1 at 101.5
                session 0 gets 2 at 5003
                """);
        Analysis analysis = run.analysis();
        analysis.writeFiles();
        Summary summary = analysis.result().summary();

        assertThat(summary.findings().validity()).isEqualTo(Verdict.VALID);
        assertThat(summary.latencies().byField().keySet())
                .containsExactly(
                        "lastClientNs", "firstClientNs", "medianClientNs", "fanOutSkewNs", "serviceNs", "quoteAgeNs");
        assertThat(summary.latencies().of(Latency.LAST_CLIENT).label())
                .isEqualTo("last client: service at the last of the sessions, every due tick");
        assertThat(summary.latencies().of(Latency.SERVICE).max()).isEqualTo(RunFixture.ns(3));
        assertThat(analysis.result().curves()).extracting(Curve::name).doesNotContain("responseNs", "replayLagNs");
        assertThat(folder.resolve("service.hgrm")).exists();
        assertThat(folder.resolve("response.hgrm")).doesNotExist();
        assertThat(folder.resolve("response.hlog")).doesNotExist();
        assertThat(Files.readString(folder.resolve("summary.json"))).contains("\"responseNs\" : null");
        assertThat(RunReport.lines(summary, Map.of(), "RUN"))
                .anyMatch(line -> line.startsWith("response and replay lag are absent, as a capture"))
                .anyMatch(line -> line.contains("service at the last client"))
                .noneMatch(line -> line.contains("harness") || line.contains("t2q run"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            ticks are excluded from a gap of the capture to the next price of the pair \
            | session 0 not-captured at 4000; session 0 gets 2 at 5003 | outcomes 0/0/0/0/0/2/0, verdict VALID
            ids end the exclusion after a gap of the capture without a book \
            | session 0 not-captured at 40; session 0 gets 1 without book at 102; session 0 gets 2 without book at 5003 \
            | outcomes 1/0/0/0/0/1/0, service 3/3/3, verdict VALID
            an unanswered tick is lost if the capture continues for a second \
            | session 0 gets 1 at 101 | lost 1, rules lost
            """)
    void gapsExcludeTicks(String name, String answers, String expected) {
        assertHas(summary(answers), expected);
    }

    @Test
    void unansweredTickIsExcludedIfTheCaptureEndsWithinASecond() {
        run.drainMs = 5_900;
        List<ServiceLevel> levels =
                RequestedLevels.parse(List.of("no session more than 10 % of its time stale by 5 ms"));
        RequestedLevels.write(run.directory, RunFixture.IDENTITY, levels);

        Summary summary = summary("session 0 gets 1 at 101");

        assertHas(summary, "excluded 1, verdict VALID");
        assertThat(summary.stalenessNs().lowerBound()).isFalse();
        assertThat(summary.findings().serviceLevels())
                .extracting(LevelOutcome::state)
                .containsExactly(LevelState.MET);
    }

    @Test
    void bothAttributionsExcludeTheSameTicksAtTheEndOfACapture() {
        run.drainMs = 5_900;
        run.matching = Matching.byId(299, "decimal").with(Matching.PER_VENUE);
        run.model = ApplicationModel.UNKNOWN;
        run.conflation = new Conflation(Conflation.UNKNOWN, 0);
        run.play(LOGON).play("""
                        tick 1 EUR/USD at 5000 of A
                        tick 2 EUR/USD at 5001 of B answered at 5003
                        """);
        Summary.Counts counts = run.summary().counts();

        assertThat(counts.tickOutcomes()).isEqualTo(new TickOutcomes(1, 0, 0, 0, 0, 1));
        assertThat(counts.tickOutcomesSoonest()).isEqualTo(counts.tickOutcomes());
    }

    @Test
    void captureFaultsDegradeOrVoidTheRun() {
        run.disturbances.put("capture-holes", 2.0);
        run.disturbances.put("stamp-step", 1.0);

        assertThat(summary(ANSWERS).findings().reasons())
                .extracting(Reason::rule, Reason::verdict)
                .containsExactly(tuple("stamp-step", Verdict.VOID), tuple("capture-holes", Verdict.DEGRADED));
    }

    private static final String ANSWERS = """
            session 0 gets 1 at 101
            session 0 gets 2 at 5001
            """;

    @Test
    void responseLevelIsUndecidedAndOthersUseWireTimes() {
        RequestedLevels.write(
                run.directory,
                RunFixture.IDENTITY,
                RequestedLevels.parse(List.of(
                        "p50 of response < 5 ms", "50 % of quotes within 500 us", "no answer later than 1 ms")));

        List<LevelOutcome> outcomes = summary(ANSWERS).findings().serviceLevels();

        assertThat(outcomes)
                .extracting(LevelOutcome::state)
                .containsExactly(LevelState.UNDECIDED, LevelState.BROKEN, LevelState.MET);
        assertThat(outcomes.get(0).why()).contains("no response");
    }

    @Test
    void captureFactsWithoutARuleArePrintedAsNotes() {
        Summary summary = summary(ANSWERS);
        Map<String, String> facts = Map.of(
                "wire.duplicates", "5",
                "wire.ticksRepeated", "1234",
                "wire.feedDamaged", "0",
                "wire.unreadableFix", "2",
                "wire.sessionsOfSeveralAddresses", "7",
                "wire.cut", "a.pcap ends within the record at byte 40",
                "wire.tls", "1 connection to x is TLS");

        assertThat(String.join(" ", RunReport.lines(summary, facts, "RUN")).replaceAll("\\s+", " "))
                .containsSubsequence(
                        "note: packets captured more than once; the first one counts: 5",
                        "note: repeated ticks, as on a second line of the feed; the first packet counts: 1,234",
                        "note: parts of FIX streams without a valid message, ignored: 2",
                        "note: sessions whose prices come from several addresses, one after another; if these are several"
                                + " systems, choose one with --quotes HOST:PORT: 7",
                        "note: a.pcap ends within the record at byte 40; nothing after that is in the run",
                        "note: 1 connection to x is TLS")
                .doesNotContain("damaged");
        assertThat(RunReport.lines(summary, Map.of(), "RUN")).noneMatch(line -> line.startsWith("note"));
    }

    /** Tick 2 was quoted although not due by the model: a tick that the capture lacks can have made it due. */
    @Test
    void contradictedPricesAreUnknownIfTheCaptureLacksTicksAtUnknownTimes() {
        run.disturbances.put("capture-ticks-missing", 1.0);
        run.facts.put("wire.ticksMissingAtUnknownTimes", "1");
        run.play("""
                        tick 1 EUR/USD at 10 answered at 11
                        tick 2 EUR/USD same at 20 answered at 21
                        tick 3 EUR/USD at 30
                        """);
        Summary summary = run.summary();

        assertThat(summary.findings().reasons())
                .extracting(Reason::rule, Reason::verdict)
                .containsExactly(
                        tuple("capture-prices-unknown", Verdict.VOID),
                        tuple("capture-ticks-missing", Verdict.DEGRADED));
        assertThat(summary.findings().excused()).extracting(ExcusedCharge::rule).contains("model-mismatch", "lost");
    }

    @Test
    void missingAnswersByIdAreLostEvenIfTheCaptureLacksTicks() {
        run.disturbances.put("capture-ticks-missing", 1.0);

        assertThat(summary("session 0 gets 1 at 101").findings().reasons())
                .extracting(Reason::rule)
                .containsExactly("lost", "capture-ticks-missing");
    }

    @Test
    void reportsTicksMissingAtTheEndOfTheCapture() {
        run.disturbances.put("capture-ticks-missing", 9.0);
        run.facts.put("wire.ticksMissingAtEnd", "7");

        assertThat(summary(ANSWERS).findings().reasons())
                .extracting(Reason::text)
                .anyMatch(text -> text.contains(
                        "lacks 9 ticks or more that feeds and venues sent, 7 of them after its last tick"));
    }
}
