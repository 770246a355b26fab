package org.ticktoquote.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.analysis.Refusals.assertRefused;
import static org.ticktoquote.analysis.summary.LevelState.BROKEN;
import static org.ticktoquote.analysis.summary.LevelState.MET;
import static org.ticktoquote.analysis.summary.LevelState.UNDECIDED;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.report.RunFiles;
import org.ticktoquote.analysis.report.RunReport;
import org.ticktoquote.analysis.slo.RequestedLevels;
import org.ticktoquote.analysis.summary.LevelFigures;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.LevelWindowFigure;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.Matching;
import org.w3c.dom.Element;

final class ServiceLevelsTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path directory;

    private RunFixture run(int sessions) {
        return new RunFixture(directory, sessions);
    }

    private static void ask(RunFixture run, String... levels) {
        RequestedLevels.write(run.directory, RunFixture.IDENTITY, RequestedLevels.parse(List.of(levels)));
    }

    private static List<LevelOutcome> outcomes(RunFixture run) {
        Summary summary = run.summary();
        assertThat(summary.findings().validity()).isNotEqualTo(Verdict.VOID);
        return summary.findings().serviceLevels();
    }

    /** Ten ticks, 10 ms apart, each answered after 1 ms by the first session and after 4 ms by the second; one after 8 ms. */
    private static String tenTicks() {
        StringBuilder script = new StringBuilder();
        for (int tick = 1; tick <= 10; tick++) {
            script.append("tick %d EUR/USD at %d%n".formatted(tick, 10 * tick));
        }
        for (int session = 0; session < 2; session++) {
            for (int tick = 1; tick <= 10; tick++) {
                double after = session == 0 ? 1 : tick == 7 ? 8 : 4;
                script.append(
                        String.format(Locale.ROOT, "session %d gets %d at %s%n", session, tick, 10 * tick + after));
            }
        }
        return script.toString();
    }

    @Test
    void areJudgedInEveryForm() {
        RunFixture run = run(2).play(tenTicks());
        ask(
                run,
                "p90 of response < 5 ms",
                "p90 of last-client in any 10 ticks < 5 ms",
                "p50 of last-client in any 2 ticks < 5 ms",
                "p50 of last-client in any 20 ms < 4 ms",
                "50 % of quotes within 1 ms",
                "60 % of quotes within 1 ms",
                "no session more than 3 % of its time stale by 5 ms",
                "no session more than 1 % of its time stale by 5 ms",
                "no answer later than 8 ms",
                "p50 of response in any 60 s < 1 s");
        assertThat(outcomes(run).stream().map(LevelOutcome::state))
                .as("ten ticks are one episode: no percentile has support")
                .containsExactly(UNDECIDED, UNDECIDED, UNDECIDED, BROKEN, MET, BROKEN, MET, BROKEN, MET, UNDECIDED);
        List<LevelOutcome> outcomes =
                run.analysisOfWhatIsThere().result().summary().findings().serviceLevels();
        assertThat(outcomes.get(0).why()).isEqualTo("only 1 independent episode lies beyond p90");
        assertThat(outcomes.get(2).figures().worst())
                .isEqualTo(new LevelWindowFigure(null, 50 * MS, 60 * MS + 1, 2, 1, 4 * MS));
        assertThat(outcomes.get(7).figures().worst())
                .as("3 of 98 ms of EUR/USD, and 90 ms of the other pair, which is never old")
                .isEqualTo(new LevelWindowFigure(1, 0, 9_990 * MS, 184 * MS, 3 * MS, null));
        assertThat(outcomes.get(7).figures().broken()).isEqualTo(1);
        assertThat(outcomes.get(9).why()).isEqualTo("the measured part of 9.990 s is shorter than a window of 60 s");
    }

    /** One tick every 20 ms; every tenth is answered after 8 ms: 24 episodes, 12 of them beyond p95. */
    @Test
    void supportedPercentileIsMetOrBroken() {
        StringBuilder script = new StringBuilder();
        for (int tick = 1; tick <= 240; tick++) {
            script.append("tick %d EUR/USD at %d%n".formatted(tick, 20 * tick));
        }
        for (int tick = 1; tick <= 240; tick++) {
            script.append("session 0 gets %d at %d%n".formatted(tick, 20 * tick + (tick % 10 == 0 ? 8 : 1)));
        }
        RunFixture run = run(1);
        run.drainMs = 6_000;
        run.play(script.toString());
        ask(run, "p95 < 9 ms", "p99 < 9 ms", "p95 < 8 ms", "p95 in any 2 s < 8 ms", "p50 of response < 1 ms");
        assertThat(outcomes(run).stream().map(LevelOutcome::state))
                .containsExactly(MET, UNDECIDED, BROKEN, BROKEN, BROKEN);
    }

    @Test
    void appearInTextReportAndSummary() throws IOException {
        RunFixture run = run(2).play(tenTicks());
        ask(run, "50 % of quotes within 1 ms", "p50 of last-client in any 20 ms < 4 ms");
        run.analysis();
        Summary summary = RunFiles.derive(run.directory).summary();
        assertThat(RunReport.lines(summary, Map.of(), "RUN"))
                .contains(
                        "service levels: 1 met, 1 broken, 0 undecided",
                        "MET 50 % of quotes within 1 ms: 1.00 ms, 10 late of 20")
                .anyMatch(line -> line.startsWith(
                        "BROKEN p50 of last-client in any 20 ms < 4 ms: broken in 0.80 % of the windows;"
                                + " first 0.000 s to 0.020 s: 4.00"));
        assertThat(Files.readString(run.directory.report()))
                .contains(
                        "Service levels", "1 met, 1 broken, 0 undecided", "p50 of last-client in any 20 ms &lt; 4 ms");
        assertThat(Files.readString(run.directory.summary()))
                .contains("\"serviceLevels\" : [ {", "\"state\" : \"broken\"", "\"valueNs\" : 4000000");
    }

    /** Parsed with the JDK and compared with the outcomes. */
    @Test
    void areWrittenAsJUnitTestCases() throws Exception {
        RunFixture run = run(2).play(tenTicks());
        ask(run, "50 % of quotes within 1 ms", "p50 of last-client in any 20 ms < 4 ms", "p99.9 of response < 1 ms");
        run.analysis();
        List<LevelOutcome> outcomes =
                RunFiles.derive(run.directory).summary().findings().serviceLevels();
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(run.directory.serviceLevelSuite().toFile())
                .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo(String.valueOf(outcomes.size()));
        for (int i = 0; i < outcomes.size(); i++) {
            Element one = (Element) suite.getElementsByTagName("testcase").item(i);
            assertThat(one.getAttribute("name")).isEqualTo(outcomes.get(i).level());
            assertThat(one.getElementsByTagName("failure").getLength())
                    .isEqualTo(outcomes.get(i).state() == BROKEN ? 1 : 0);
            assertThat(one.getElementsByTagName("error").getLength())
                    .isEqualTo(outcomes.get(i).state() == UNDECIDED ? 1 : 0);
        }
        assertThat(List.of(suite.getAttribute("failures"), suite.getAttribute("errors")))
                .isEqualTo(List.of("1", "1"));
        ask(run);
        assertThat(run.directory.serviceLevels()).doesNotExist();
        assertThat(RunFiles.derive(run.directory).summary().findings().serviceLevels())
                .isEmpty();
        assertThat(run.directory.serviceLevelSuite()).doesNotExist();
    }

    @Test
    void rankLostTicksAboveAllValues() {
        RunFixture run = run(1).play("""
                tick 1 EUR/USD at 10 answered at 11
                tick 2 EUR/USD at 20 answered at 21
                tick 3 USD/JPY at 30
                """);
        ask(
                run,
                "no answer later than 3600 s",
                "p50 of response < 5 ms",
                "no session more than 99 % of its time stale by 1 s");
        List<LevelOutcome> outcomes = outcomes(run);
        assertThat(outcomes.stream().map(LevelOutcome::state)).containsExactly(BROKEN, UNDECIDED, UNDECIDED);
        assertThat(outcomes.get(2).why()).startsWith("a price was still stale at the end of the run");
    }

    @Test
    void areUndecidedInAVoidRun() {
        RunFixture run = run(2).play(tenTicks());
        run.finished = false;
        ask(run, "no answer later than 1 ns");
        Summary summary = run.summary();
        assertThat(summary.findings().validity()).isEqualTo(Verdict.VOID);
        assertThat(summary.findings().serviceLevels())
                .containsExactly(new LevelOutcome(
                        "no answer later than 1 ns", 1, UNDECIDED, "the run is VOID", LevelFigures.NONE, null));
    }

    /** Tick 3 repeats the price of tick 1: the snapshot at 32 ms can answer either. */
    @Test
    void areUndecidedIfAttributionsDiffer() {
        RunFixture run = run(1);
        run.matching = Matching.byPrice(Matching.DECLARED);
        run.play("""
                warm-up 1 EUR/USD at 1
                session 0 logs-on at 2
                session 0 gets w1 at 3
                tick 1 EUR/USD at 10 answered at 32
                tick 2 EUR/USD at 20
                tick 3 EUR/USD like 1 at 30
                tick 4 EUR/USD at 41 answered at 42
                """);
        ask(run, "no answer later than 1 ms", "no answer later than 100 ms", "p50 of response < 5 ms");
        Summary summary = run.summary();
        assertThat(summary.findings().serviceLevels())
                .as("%s", summary.findings())
                .extracting(LevelOutcome::state)
                .containsExactly(BROKEN, MET, UNDECIDED);
        LevelOutcome open = summary.findings().serviceLevels().get(2);
        assertThat(open.why())
                .isEqualTo("ambiguous ticks decide: undecided if answered at the soonest, broken at the latest (only"
                        + " 1 independent episode lies beyond p50)");
        assertThat(open.soonest()).isNotNull();
        assertThat(open.soonest().worst().valueNs())
                .as("tick 3 is answered at 32, tick 1 waited for it")
                .isEqualTo(2 * MS);
        assertThat(open.figures().worst().valueNs())
                .as("tick 3 waits for tick 4")
                .isEqualTo(12 * MS);
    }

    @Test
    void areRefusedFromADamagedFile() throws IOException {
        RunFixture run = run(2).play(tenTicks());
        ask(run, "no answer later than 8 ms");
        run.analysis();
        Path file = run.directory.serviceLevels();
        String sound = Files.readString(file);
        refuses(run, sound.replace("8 ms", "9 ms"), "was changed after it was written");
        refuses(run, sound.substring(0, 40), "ends in the middle of the JSON");
        refuses(run, "", "is empty");
        refuses(run, sound.replace("\"formatVersion\" : 1", "\"formatVersion\" : 2"), "format version 2, expected 1");
        Files.writeString(file, sound);
        RequestedLevels.write(
                run.directory, new UUID(0, 1), RequestedLevels.parse(List.of("no answer later than 8 ms")));
        refuses(run, Files.readString(file), "belongs to run 00000000-0000-0000-0000-000000000001");
        Files.delete(file);
        Files.createDirectory(file);
        assertRefused(run::analysisOfWhatIsThere);
    }

    private static void refuses(RunFixture run, String content, String message) throws IOException {
        Files.writeString(run.directory.serviceLevels(), content);
        assertThatThrownBy(run::analysisOfWhatIsThere)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageStartingWith(run.directory.serviceLevels() + "")
                .hasMessageContaining(message);
    }
}
