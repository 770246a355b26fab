package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.run.Seal;

/** An application that holds every tick for 5 ms meets one service level and breaks another. */
class ServiceLevelIT {
    private static final int WRONG = 2;
    private static final int BROKEN = 4;
    private static final int DAMAGED = 5;
    private static final int UNDECIDED = 7;

    private static final String MET = "no answer later than 60 s";
    private static final String HELD = "p50 of response in any 300 ms < 5 ms";
    private static final String LONG = "p50 of response in any 60 s < 60 s";

    @TempDir
    private Path folder;

    private Path run;

    private static List<String> states(Path run) throws Exception {
        return Summaries.of(run).json().path("serviceLevels").findValuesAsText("state");
    }

    private T2qProcess t2q(int status, String... line) throws Exception {
        return T2qProcess.run(folder, line).ended(status);
    }

    @LongProof
    @Test
    void judgesARunAndLaterAnalysesByItsLevels() throws Exception {
        Scenario scenario = Scenario.hurriedIn(folder)
                .over("T0..T0+2s", "--length", "1min", "--pairs", "2")
                .with("--app-args", "--hold 5ms", "--slo", HELD);
        run = scenario.directory();
        T2qProcess process = scenario.run(BROKEN);
        if (Summaries.of(run).validity().equals("VOID")) {
            assertThat(states(run)).as("VOID on a noisy machine").containsExactly("undecided");
            return;
        }
        assertThat(process.out()).contains("service levels: 0 met, 1 broken, 0 undecided", "BROKEN " + HELD);
        JsonNode first = Summaries.of(run).json().at("/serviceLevels/0/figures/first");
        assertThat(first.path("fromNs").asLong()).isLessThan(2_000_000_000L);
        assertThat(first.path("valueNs").asLong()).isGreaterThanOrEqualTo(5_000_000L);
        assertThat(Files.readString(run.resolve("report.html"))).contains("Service levels", "0 met, 1 broken");
        FormatReader.assertAgrees(run);
        assertEveryLevelCanBeJudged();
        assertLaterAnalysesJudgeTheSameLevels();
        assertDamagedRequestIsRefused();
        T2qProcess pruned = t2q(0, "prune", folder.toString(), "--keep", "0", "--yes");
        assertThat(pruned.out()).doesNotContain("slo.json");
    }

    private void assertEveryLevelCanBeJudged() throws Exception {
        String[] all = {
            "p99.9 of response in any 500 ms < 50 ms",
            "p99 of service in any 100 ms < 6 ms",
            "p50 of last-client in any 100 ticks < 6 ms",
            "p90 of first-client < 5 ms",
            "p90 of median-client in any 7 ticks < 9 ms",
            "99 % of quotes within 10 ms in any 1 s",
            "no session more than 10 % of its time stale by 5 ms",
            "no session more than 0 % of its time stale by 1 s",
            "no answer later than 20 ms",
            LONG
        };
        T2qProcess every = T2qProcess.run(
                folder,
                Stream.concat(
                                Stream.of("analyze", run.toString()),
                                Stream.of(all).flatMap(each -> Stream.of("--slo", each)))
                        .toArray(String[]::new));
        every.ended(BROKEN, UNDECIDED);
        assertThat(states(run)).hasSize(all.length);
        FormatReader.assertAgrees(run);
    }

    private void assertLaterAnalysesJudgeTheSameLevels() throws Exception {
        t2q(BROKEN, "analyze", run.toString(), "--slo", HELD);
        byte[] summary = Files.readAllBytes(run.resolve("summary.json"));
        t2q(BROKEN, "analyze", run.toString());
        assertThat(run.resolve("summary.json")).hasBinaryContent(summary);
        t2q(0, "analyze", run.toString(), "--slo", MET);
        t2q(0, "analyze", run.toString());
        assertThat(states(run)).containsExactly("met");
        t2q(UNDECIDED, "analyze", run.toString(), "--slo", MET, "--slo", LONG);
        assertThat(states(run)).containsExactly("met", "undecided");
        t2q(BROKEN, "analyze", run.toString(), "--slo", LONG, "--slo", HELD);
        assertThat(t2q(WRONG, "analyze", run.toString(), "--slo", "p50 of nothing < 5 ms")
                        .err())
                .contains("--slo: 'p50 of nothing < 5 ms' has 'nothing' at character 8, expected response");
        assertThat(states(run)).as("a refused level changes nothing").containsExactly("undecided", "broken");
    }

    private void assertDamagedRequestIsRefused() throws Exception {
        Path asked = run.resolve("slo.json");
        String changed = Files.readString(asked).replace("5 ms", "50 ms");
        Files.writeString(asked, changed);
        assertThat(t2q(DAMAGED, "analyze", run.toString()).err()).contains("slo.json: was changed");
        String noLevel = changed.substring(0, changed.lastIndexOf(",\n")).replace("p50 of", "p0 of");
        Files.writeString(asked, Seal.put(noLevel + "\n}"));
        assertThat(t2q(DAMAGED, "analyze", run.toString()).err()).contains("has 'p0' at character 1");
    }

    @FullProof
    @Test
    void judgesMatrixCasesAndGateCandidatesByTheirLevels() throws Exception {
        Path matrix = SmallMatrix.write(
                folder,
                "T0..T0+2s",
                "plain",
                "plain: {slo: " + MET + "}",
                "held: {run: {app-args: '--hold 5ms'}, slo: ['" + MET + "', '" + HELD + "']}");
        Path directory = folder.resolve("out");
        T2qProcess process = T2qProcess.run(folder, "run", matrix.toString(), "--out", directory.toString());
        Path held = directory.resolve("held/run-1");
        if (Summaries.of(held).validity().equals("VOID")) {
            return; // VOID on a noisy machine
        }
        assertThat(process.ended(BROKEN).out())
                .containsPattern("held: " + HELD + " +broken +0 +1 +0 +broken in 1 of 1 run: held/run-1");
        assertThat(states(held)).containsExactly("met", "broken");
        assertThat(Files.readString(directory.resolve("index.html"))).contains("Service levels", "held/run-1");
        assertThat(Files.readString(directory.resolve("slo.xml"))).contains("<failure type=\"BROKEN\"", "held/run-1");
        FormatReader.assertAgrees(directory);

        Path policy = Files.writeString(folder.resolve("policy.yaml"), "slo: " + HELD + "\n");
        T2qProcess gate = t2q(
                BROKEN,
                "gate " + held + " --baseline " + directory.resolve("plain") + " --policy " + policy + " --state "
                        + folder.resolve("state") + " --out " + folder.resolve("verdict"));
        assertThat(gate.out()).contains("broken: " + HELD);
        assertThat(Files.readString(folder.resolve("verdict/gate.xml")))
                .contains("name=\"" + HELD.replace("<", "&lt;"));
    }
}
