package org.ticktoquote.comparison.gate.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixFixture;
import org.ticktoquote.comparison.matrix.MatrixRecord;

final class RunFinderTest {
    @TempDir
    private Path folder;

    @Test
    void directoryOfRunsIsReadInExecutionOrderAndALinkedRunOnce() throws IOException {
        SampleRun.at(folder.resolve("x")).started("2026-11-20T15:00:00Z").write();
        SampleRun.at(folder.resolve("b")).started("2026-11-20T14:00:00Z").write();
        Files.createSymbolicLink(folder.resolve("latest"), Path.of("x"));
        assertThat(RunFinder.of(folder)).extracting(GatedRun::name).containsExactly("b", "x");
    }

    @Test
    void failedRunCountsButVoidAndInterruptedRunsDoNot() {
        SampleRun.at(folder.resolve("a")).validity("VOID").write();
        SampleRun.at(folder.resolve("b")).state("interrupted").write();
        SampleRun.at(folder.resolve("c")).validity("FAILED").write();
        assertThat(RunFinder.of(folder))
                .extracting(GatedRun::standing)
                .containsExactly(Standing.VOID, Standing.LEFT_OUT, Standing.COUNTS);
    }

    @Test
    void matrixCaseIsReadAsItsAttempts() {
        SampleRun.at(folder.resolve("old/run-1")).write();
        SampleRun.at(folder.resolve("old/run-2")).validity("VOID").write();
        matrix(List.of(
                attempt(1, 1, "old/run-1", AttemptState.COMPLETE, Verdict.VALID),
                attempt(2, 1, "old/run-2", AttemptState.COMPLETE, Verdict.VOID),
                attempt(2, 2, "old/run-2-attempt-2", AttemptState.UNMEASURED, Verdict.FAILED)));
        assertThat(RunFinder.of(folder.resolve("old")))
                .extracting(GatedRun::name, GatedRun::standing, GatedRun::measured)
                .containsExactly(
                        tuple("old/run-1", Standing.COUNTS, true),
                        tuple("old/run-2", Standing.VOID, true),
                        tuple("old/run-2-attempt-2", Standing.COUNTS, false));
        assertThatThrownBy(() -> RunFinder.of(folder))
                .hasMessage(
                        folder + ": is a matrix of several cases, expected one of its cases: " + folder.resolve("old"));
    }

    /** Otherwise runs that FAILED at their start, which have no directory, would be dropped. */
    @Test
    void linkedCaseIsReadAsItsAttemptsAndARenamedOneIsRefused() throws IOException {
        SampleRun.at(folder.resolve("old/run-1")).write();
        matrix(List.of(
                attempt(1, 1, "old/run-1", AttemptState.COMPLETE, Verdict.VALID),
                attempt(2, 1, "old/run-2", AttemptState.UNMEASURED, Verdict.FAILED)));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        for (Path link : List.of(folder.resolve("best"), elsewhere.resolve("mine"))) {
            Files.createSymbolicLink(link, folder.resolve("old"));
            assertThat(RunFinder.of(link))
                    .as("%s", link)
                    .extracting(GatedRun::name)
                    .containsExactly("old/run-1", "old/run-2");
        }
        Path renamed = Files.move(folder.resolve("old"), folder.resolve("older"));
        assertThatThrownBy(() -> RunFinder.of(renamed))
                .hasMessage(renamed + ": is not the directory of a case of the matrix, expected one of its cases: "
                        + folder.resolve("old"));
        Path moved = Files.move(renamed, elsewhere.resolve("moved"));
        Files.createSymbolicLink(folder.resolve("old"), moved);
        assertThat(RunFinder.of(folder.resolve("old"))).as("on another disk").hasSize(2);
    }

    @Test
    void refusesDirectoryWithoutRunsAndMissingDirectory() {
        assertThatThrownBy(() -> RunFinder.of(folder))
                .hasMessage(folder + ": contains no run, expected the directory of a run or of a matrix case, or a"
                        + " directory of runs");
        assertThatThrownBy(() -> RunFinder.of(folder.resolve("no")))
                .hasMessage(folder.resolve("no") + ": no such folder");
    }

    @Test
    void missingStatisticsAreRefusedWithTheCommandThatWritesThem() throws IOException {
        Path run = SampleRun.at(folder.resolve("new")).write();
        Files.delete(run.resolve("statistics.json"));
        assertThatThrownBy(() -> RunFinder.of(run))
                .hasMessage(run + "/statistics.json: is missing; create it with t2q analyze " + run);
    }

    @Test
    void aChangedSummaryIsRefused() throws IOException {
        Path run = SampleRun.at(folder.resolve("new")).write();
        Path summary = run.resolve("summary.json");
        Files.writeString(summary, Files.readString(summary).replace("VALID", "DEGRADED"));
        assertThatThrownBy(() -> RunFinder.of(run)).hasMessageContaining("was changed after it was written");
    }

    @Test
    void pathsPortsAndReadingsChangeNeitherConditionsNorRelease() {
        GatedRun one = only(SampleRun.at(folder.resolve("a"))
                .application("/opt/a/java -jar /opt/old/app.jar --port 40123")
                .fact("clockCheck", "within 1 us"));
        GatedRun other =
                only(SampleRun.at(folder.resolve("b")).application("/opt/b/java -jar /opt/new/app.jar --port 40999"));
        assertThat(one.conditions()).isEqualTo(other.conditions()).containsKey("fingerprint.cpu-model");
        assertThat(one.release()).isEqualTo(other.release());
        assertThat(one.application()).isEqualTo("java -jar app.jar --port {port} --log={run}/app.log");
        assertThat(only(SampleRun.at(folder.resolve("c")).fact("applicationSha256", "another"))
                        .release())
                .isNotEqualTo(one.release());
    }

    @Test
    void ofPlacedThreadsOnlyThePlanIsACondition() {
        Map<String, String> one = placed("a", "managed: 231 threads in 2 sets, 0 outside", "/a/bank.yaml", "ab", "413");
        assertThat(one)
                .isEqualTo(placed("b", "managed: 218 threads in 3 sets, 1 outside", "bank.yaml", "ab", "398"))
                .containsEntry("threads", "managed")
                .containsEntry("threads-on-lab2.planSha256", "ab");
        assertThat(placed("c", "managed (shared): 231 threads in 2 sets, 0 outside", "bank.yaml", "ab", "413"))
                .isNotEqualTo(one);
        assertThat(placed("d", "managed: 231 threads in 2 sets, 0 outside", "bank.yaml", "cd", "413"))
                .isNotEqualTo(one);
    }

    @Test
    void planMadeInTheRunIsNoCondition() {
        GatedRun one = only(SampleRun.at(folder.resolve("a"))
                .fact("threads", "managed: 231 threads in 2 sets, 0 outside")
                .fact("threads.plan", "0123456789ab")
                .fact("threads.predicted.p99_9", "0.840"));
        GatedRun other = only(SampleRun.at(folder.resolve("b"))
                .fact("threads", "managed (shared): 231 threads in 2 sets, 0 outside")
                .fact("threads.plan", "auto: auto is predicted to be better: p50 61.0 us instead of p50 72.0 us"));
        assertThat(one.conditions())
                .isEqualTo(other.conditions())
                .isNotEqualTo(only(SampleRun.at(folder.resolve("c"))
                                .fact("threads", "managed: 3 threads in 2 sets, 0 outside")
                                .fact("threads.plan", "auto"))
                        .conditions());
    }

    /** Returns the conditions of a run with the same plan on two hosts. */
    private Map<String, String> placed(String run, String threads, String plan, String sha256, String samples) {
        SampleRun sample = SampleRun.at(folder.resolve(run));
        for (String host : List.of("threads", "threads-on-lab2")) {
            sample.fact(host, threads)
                    .fact(host + ".plan", plan)
                    .fact(host + ".planSha256", sha256)
                    .fact(host + ".sets", "0-1: " + samples)
                    .fact(host + ".newcomers", samples + " (2 had to be moved), 3 ended")
                    .fact(host + ".watch", samples + " samples, at most 201 ms apart, 312 ms of CPU in 60.2 s")
                    .fact(host + ".restored", samples + " masks")
                    .fact(host + ".notes", samples);
        }
        return only(sample).conditions();
    }

    /** Otherwise {@code t2q gate run --may-differ} would refuse a fact that its runs state. */
    @Test
    void everyFactOfARunIsAKnownCondition() {
        GatedRun run = only(SampleRun.at(folder.resolve("a"))
                .beside(folder.resolve("b"))
                .fact("clock", "tsc")
                .fact("threads", "auto")
                .fact("threads-on-lab2", "auto")
                .fact("threads.replayer", "2")
                .fact("hosts", "lab1, lab2")
                .fact("plugin.venue.jar", "ab"));
        assertThat(run.conditions().keySet())
                .hasSizeGreaterThan(20)
                .filteredOn(fact -> !RunConditions.isOfOptions(fact))
                .isSubsetOf(RunConditions.names(Set.of("fingerprint.cpu-model", "fingerprint", "clockCheck")));
        assertThat(RunConditions.names(Set.of("fingerprint", "clockCheck")))
                .doesNotContain("fingerprint", "clockCheck");
        assertThat(RunConditions.isOfOptions("threadss")).isFalse();
    }

    private static GatedRun only(SampleRun run) {
        return RunFinder.of(run.write()).get(0);
    }

    private static Attempt attempt(int repeat, int number, String directory, AttemptState state, Verdict validity) {
        return new Attempt(repeat, number, directory, null, state, validity, "", List.of());
    }

    private void matrix(List<Attempt> attempts) {
        List<CaseRecord> cases =
                List.of(new CaseRecord("old", "", Map.of(), Map.of(), List.of(), List.of(), "", attempts));
        MatrixFixture.record(Annualisation.ofOneRegime(AnnualBase.FX_WEEK, "", null), null, List.of(), cases)
                .write(folder.resolve(MatrixRecord.FILE));
    }
}
