package org.ticktoquote.comparison.gate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.comparison.gate.GateVerdict.FAIL;
import static org.ticktoquote.comparison.gate.GateVerdict.INCONCLUSIVE;
import static org.ticktoquote.comparison.gate.GateVerdict.PASS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.analysis.SampleRun;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateStatistic;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.StatisticResult;
import org.ticktoquote.comparison.gate.StatisticResult.Label;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.GatedRun.Standing;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.gate.verdict.GateJUnit;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.GateScene;
import org.ticktoquote.comparison.gate.verdict.GateSide;
import org.ticktoquote.core.command.ProblemException;

final class GateStoreTest {
    private static final GateStore.Terms TERMS = new GateStore.Terms(GatePolicy.RELEASE, Set.of(), false);

    @TempDir
    private Path folder;

    private List<GatedRun> runs(String name, int runs, double factor) {
        return GateScene.runs(folder.resolve(name), runs, factor);
    }

    private GateStore open() {
        return GateStore.open(folder.resolve("state"));
    }

    private static List<GateVerdict> entries(GateReport report) {
        return report.memory().ledger().entries().stream()
                .map(GateReport.Entry::verdict)
                .toList();
    }

    private GateReport decide(GateStore.Terms terms, List<GatedRun> before, List<GatedRun> now) {
        try (GateStore store = open()) {
            return store.decide(terms, before, now);
        }
    }

    private GateReport decide(List<GatedRun> before, List<GatedRun> now) {
        return decide(TERMS, before, now);
    }

    private Path ledger() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("state/ledger"))) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }

    @Test
    void repeatedGateContinuesItsSequenceWithoutTheOldRuns() throws IOException {
        GateReport first = decide(runs("old", 2, 1), runs("new", 2, 1));
        assertThat(first.verdict()).isEqualTo(INCONCLUSIVE);
        delete(folder.resolve("old"));
        delete(folder.resolve("new"));
        GateReport second = decide(runs("old-2", 1, 1.001), runs("new-2", 1, 1.001));
        assertThat(second.verdict()).isEqualTo(PASS);
        assertThat(second.baseline().runs()).extracting(GateSide.Run::name).containsExactly("run-1", "run-2", "run-1");
        assertThat(entries(second)).containsExactly(INCONCLUSIVE, PASS);
    }

    @Test
    void looksOfOneGateAreOneLedgerEntry() {
        try (GateStore store = open()) {
            store.decide(TERMS, "gate-1", false, runs("old", 2, 1), runs("new", 2, 1));
            GateReport second = store.decide(TERMS, "gate-1", false, runs("old", 3, 1), runs("new", 3, 1));
            assertThat(entries(second)).as("two looks of one gate").containsExactly(PASS);
            assertThat(entries(store.decide(TERMS, "gate-1", false, runs("old", 4, 1), runs("new", 3, 1))))
                    .as("the same look of a resumed gate")
                    .containsExactly(PASS);
            assertThat(entries(store.decide(TERMS, "gate-2", false, runs("old", 5, 1), runs("new", 5, 1))))
                    .hasSize(2);
        }
    }

    @Test
    void unfinishedGateIsNotEnteredInTheLedger() {
        try (GateStore store = open()) {
            GateReport open = store.preview(TERMS, false, runs("old", 2, 1), runs("new", 2, 1));
            assertThat(open.verdict()).isEqualTo(INCONCLUSIVE);
            assertThat(open.baseline().runs()).hasSize(2);
            assertThat(open.memory().ledger()).isNull();
            assertThat(folder.resolve("state/ledger")).doesNotExist();
            GateReport whole = store.decide(TERMS, "gate-1", false, runs("old", 3, 1), runs("new", 3, 1));
            assertThat(entries(whole)).hasSize(1);
            GateReport later = store.preview(TERMS, false, runs("old", 3, 1), runs("new", 5, 1));
            assertThat(later.memory().ledger()).isEqualTo(whole.memory().ledger());
        }
    }

    @Test
    void failureStaysAFailureAfterFurtherRuns() {
        decide(runs("old", 3, 1), runs("slow", 3, 1.5));
        assertThat(decide(runs("old-2", 7, 1), runs("fast", 7, 0.9)).verdict()).isEqualTo(FAIL);
    }

    /** Later VOID attempts, blocks or accepted runs would otherwise change the statistics of a decided look. */
    @Test
    void onlyABrokenHardLimitChangesAFinalVerdict() {
        GatePolicy release = GatePolicy.RELEASE;
        GateStore.Terms terms = new GateStore.Terms(
                new GatePolicy("own", release.margins(), 10_000_000, GatePolicy.LOOKS, 0.0075, 0.05, null, 0L),
                Set.of(),
                false);
        assertThat(decide(terms, runs("old", 3, 1), runs("new", 3, 1)).verdict())
                .isEqualTo(PASS);
        List<GatedRun> now = runs("slow", 3, 1.5);
        for (int i = 0; i < 12; i++) {
            now = GateScene.and(now, GateScene.at(folder.resolve("void-" + i)).validity("VOID"));
        }
        GateReport later = decide(terms, runs("old-2", 3, 1), now);
        assertThat(later.verdict()).isEqualTo(PASS);
        assertThat(later.decision().look()).isEqualTo(3);
        assertThat(later.candidate().runs()).filteredOn(GateSide.Run::used).hasSize(3);
        GatedRun losing =
                GateScene.written(GateScene.at(folder.resolve("losing")).lost(1).validity("FAILED"));
        assertThat(decide(terms, runs("old-3", 1, 1), List.of(losing)).verdict())
                .isEqualTo(FAIL);
    }

    @Test
    void baselinesUnderOtherConditionsHaveTheirOwnLedgers() {
        GateStore.Terms terms = new GateStore.Terms(GatePolicy.RELEASE, Set.of("applicationJava"), false);
        List<GatedRun> now = runs("21", 1);
        assertThat(decide(terms, runs("17", 1), now).verdict()).isEqualTo(PASS);
        GateReport other = decide(terms, runs("11", 0.5), now);
        assertThat(other.verdict()).isEqualTo(FAIL);
        assertThat(entries(other)).containsExactly(FAIL);

        List<GatedRun> mixed =
                Stream.concat(runs("11", 1).stream(), runs("17", 1).stream()).toList();
        assertThat(decide(terms, mixed, now).decision().reasons())
                .hasSize(1)
                .allMatch(reason -> reason.startsWith("applicationJava: the runs of the baseline differ: '11' ("));
    }

    /** Within its time limit, a gate can go on as a duet, which has a ledger of its own. */
    @Test
    void failureOfADuetStaysAFailureOfItsGate() {
        List<GatedRun> before = new ArrayList<>(runs("old", 2, 1));
        List<GatedRun> now = new ArrayList<>(runs("new", 2, 1));
        try (GateStore store = open()) {
            assertThat(store.decide(TERMS, "gate-1", false, before, now).verdict())
                    .isEqualTo(INCONCLUSIVE);
            for (int i = 1; i <= 3; i++) {
                SampleRun old = GateScene.side(folder.resolve("duet"), "old", i);
                before.add(GateScene.written(old.factor(i)));
                SampleRun slow = GateScene.side(folder.resolve("duet"), "new", i);
                now.add(GateScene.written(slow.factor(i * (1.5 + 0.001 * i))));
            }
            assertThat(store.decide(TERMS, "gate-1", false, before, now).verdict())
                    .isEqualTo(FAIL);
            assertThat(store.preview(TERMS, false, before.subList(0, 2), now.subList(0, 2))
                            .decision()
                            .look())
                    .as("runs a side, of which this ledger has two")
                    .isEqualTo(2);
            GateReport repeated = store.decide(TERMS, "gate-2", false, runs("old-2", 3, 1), runs("new-2", 3, 1));
            assertThat(repeated.verdict()).isEqualTo(FAIL);
            assertThat(repeated.decision().reasons())
                    .singleElement()
                    .asString()
                    .startsWith("an earlier gate of these releases failed as a duet; its last run started 2026-");
        }
    }

    /** Otherwise VOID attempts could be repeated until enough runs of a side count. */
    @Test
    void voidRunsOfASideWithoutOthersAreEnteredInTheLedger() {
        Path disturbed = folder.resolve("void");
        decide(runs("old", 3, 1), GateScene.runs(disturbed, 10, 1, 0, run -> run.validity("VOID")));
        GateReport next = decide(runs("old-2", 3, 1), runs("new-2", 3, 1));
        assertThat(next.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(next.decision().reasons()).anyMatch(reason -> reason.startsWith("VOID attempts differ: 0 of 6"));
    }

    /** A VOID run under other conditions, such as a changed host, must not lead to another ledger and history. */
    @Test
    void ledgerIsFiledUnderTheConditionsOfRunsThatCount() {
        GateReport first = decide(runs("old", 2, 1), runs("new", 2, 1));
        SampleRun other =
                GateScene.at(folder.resolve("void"), 1).validity("VOID").fact("fingerprint.cpu-model", "x");
        other.application("java -jar another.jar");
        List<GatedRun> now = RunFinder.sorted(GateScene.and(runs("new-2", 1, 1), other));
        assertThat(now.get(0).counts()).isFalse();
        GateReport second = decide(runs("old-2", 1, 1.001), now);
        assertThat(second.memory().ledger().key())
                .isEqualTo(first.memory().ledger().key());
        assertThat(second.candidate().application()).isEqualTo(first.candidate().application());
    }

    /** Returns three runs on a JVM. */
    private List<GatedRun> runs(String java, double factor) {
        return GateScene.runs(folder.resolve(java), 3, factor, 0.001, run -> run.fact("applicationJava", java));
    }

    /** Returns three runs a side, the candidate's analysed for a level with the given result. */
    private GateReport decide(GateStore.Terms terms, String level, String result) {
        List<GatedRun> now = runs("new", 3, 1);
        SampleRun last = GateScene.at(folder.resolve("new/run-3"), 30);
        return decide(terms, runs("old", 3, 1), GateScene.and(now.subList(0, 2), last.level(level, result)));
    }

    @Test
    void runAnalysedForAServiceLevelLaterIsJudgedByIt() throws IOException {
        String level = "no answer later than 5 ms";
        GatePolicy release = GatePolicy.RELEASE;
        GatePolicy held = new GatePolicy(
                "held", release.margins(), 10_000_000, GatePolicy.LOOKS, 0.0075, 0.05, null, null, List.of(level));
        GateStore.Terms terms = new GateStore.Terms(held, Set.of(), false);
        assertThat(decide(runs("old", 3, 1), runs("new", 3, 1)).verdict()).isEqualTo(PASS);
        assertThat(decide(terms, level, "undecided").verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(decide(terms, level, "broken").verdict()).isEqualTo(FAIL);
        assertThat(decide(terms, "another level", "met").verdict())
                .as("then analysed for another level only")
                .isEqualTo(FAIL);
        delete(folder.resolve("new"));
        assertThat(decide(terms, runs("old", 3, 1), runs("fast", 1, 0.9)).verdict())
                .as("without the run")
                .isEqualTo(FAIL);
    }

    private static List<String> ids(List<GatedRun> runs) {
        return runs.stream().map(GatedRun::id).toList();
    }

    @Test
    void spreadOfPassedRunsIsUsedByTheNextGate() {
        List<GatedRun> first = runs("new", 3, 1);
        decide(runs("old", 3, 1), first);
        List<GatedRun> next = runs("next", 3, 1);
        next = next.stream()
                .map(run -> new GatedRun(
                        run.name(),
                        run.id(),
                        run.startedAt(),
                        run.standing(),
                        run.why(),
                        run.application(),
                        "another",
                        run.conditions(),
                        run.statistics(),
                        run.directory(),
                        run.partner()))
                .toList();
        GateReport report = decide(runs("old-2", 3, 1), next);
        assertThat(report.memory().history().runs()).isEqualTo(3);
        assertThat(report.statistics())
                .filteredOn(result -> result.late() == null)
                .hasSize(7)
                .allMatch(StatisticResult::withHistory);
        try (GateStore store = open()) {
            Map<String, String> conditions = next.get(0).conditions();
            assertThat(ids(store.histories().accepted(conditions, "a third"))).isEqualTo(ids(next));
            assertThat(ids(store.histories().accepted(conditions, "another")))
                    .as("beside the accepted candidate itself")
                    .isEqualTo(ids(first));
            assertThat(ids(store.histories().accepted(List.of(next.get(0).standing(Standing.VOID, "")))))
                    .as("for a candidate whose runs are all VOID")
                    .isEqualTo(ids(first));
            assertThat(store.histories().forget("another").accepted()).isEqualTo(3);
            assertThat(store.histories().runs(conditions)).hasSize(3);
        }
    }

    /** Returns runs of another release whose spread is large. */
    private List<GatedRun> spread(String name, int runs, double spread, String application) {
        return GateScene.runs(folder.resolve(name), runs, 1, spread, run -> run.application(application));
    }

    @Test
    void keptPassIsNoFailureOfABuildWithoutTheHistoryThatItUsed() {
        List<GatedRun> accepted = spread("accepted", 10, 0.015, "java -jar accepted.jar");
        assertThat(decide(runs("old", 10, 1), accepted).verdict()).isEqualTo(PASS);
        List<GatedRun> before = spread("old-2", 3, 0.02, "java -jar old.jar");
        List<GatedRun> now = spread("new", 3, 0.02, "java -jar new.jar");
        GateReport first = decide(before, now);
        assertThat(first.verdict()).as(first.decision().reasons().toString()).isEqualTo(PASS);
        try (GateStore store = open()) {
            store.histories().forget(store.histories().all().get(0).fingerprint());
        }
        GateReport kept = decide(before, now);
        assertThat(kept.verdict()).isEqualTo(PASS);
        assertThat(kept.statistics()).anyMatch(result -> result.gated() && result.label() == Label.INCONCLUSIVE);
        assertThat(GateJUnit.of(kept)).doesNotContain("<failure", "<error");
    }

    @Test
    void pinnedReleaseIsComparedAtTwiceTheMargins() {
        try (GateStore store = open()) {
            store.histories().pin(runs("golden", 3, 0.5));
        }
        GateReport report = decide(runs("old", 3, 1), runs("new", 3, 1));
        assertThat(report.memory().golden().verdict()).isEqualTo(FAIL);
        try (GateStore store = open()) {
            String fingerprint = store.histories().all().get(0).fingerprint();
            assertThat(store.histories().forget(fingerprint)).isEqualTo(new Histories.Forgotten(3, 3));
        }
    }

    /** The conditions of a duet's pairs differ from those of its solo runs. */
    @Test
    void pinnedReleaseIsComparedWithTheSoloRunsOfADuet() {
        try (GateStore store = open()) {
            store.histories().pin(runs("golden", 3, 0.5));
        }
        List<GatedRun> before = new ArrayList<>(runs("old", 3, 1));
        List<GatedRun> now = new ArrayList<>(runs("new", 3, 1));
        for (int i = 1; i <= 3; i++) {
            before.add(GateScene.written(GateScene.side(folder.resolve("duet"), "old", i)));
            now.add(GateScene.written(GateScene.side(folder.resolve("duet"), "new", i)));
        }
        GateReport report = decide(before, now);
        assertThat(report.duet()).isNotNull();
        assertThat(report.memory().golden().verdict()).isEqualTo(FAIL);
        try (GateStore store = open()) {
            assertThat(ids(store.histories().golden(now))).hasSize(3);
        }
    }

    @Test
    void proposesADuetIfTheMarginIsTooSmallToDetect() {
        List<GatedRun> spread = Stream.of(0.999, 1.0, 1.001)
                .flatMap(factor -> runs("new-" + factor, 1, factor).stream())
                .toList();
        assertThat(decide(runs("old", 3, 1), spread).verdict()).isEqualTo(PASS);
        Map<String, String> facts = spread.get(0).conditions();
        GatePolicy narrow = new GatePolicy(
                "narrow", Map.of(GateStatistic.P50, 1e-9), 10_000_000, GatePolicy.LOOKS, 0.0075, 0.05, null, null);
        try (GateStore store = open()) {
            assertThat(store.histories().smallest(GatePolicy.RELEASE, facts))
                    .noneMatch(line -> line.contains("--duet"));
            assertThat(store.histories().smallest(narrow, facts))
                    .anyMatch(line -> line.contains("needs") && line.contains("runs a side"))
                    .anyMatch(line -> line.startsWith("--duet can detect smaller effects"));
        }
    }

    @Test
    void runsStoredByAnotherVersionMakeDetectableEffectsUnknown() throws IOException {
        List<GatedRun> passed = runs("new", 3, 1);
        decide(runs("old", 3, 1), passed);
        for (GatedRun run : passed) {
            Path file = folder.resolve("state/runs").resolve(run.id()).resolve("run.json");
            Files.writeString(
                    file, Files.readString(file).replaceFirst("\"formatVersion\" : [0-9]+", "\"formatVersion\" : 1"));
        }
        Map<String, String> facts = passed.get(0).conditions();
        try (GateStore store = open()) {
            assertThat(store.histories().smallest(GatePolicy.RELEASE, facts))
                    .singleElement()
                    .asString()
                    .startsWith("detectable effects are unknown: ")
                    .contains("run.json: format version 1, expected ");
        }
        Path state = folder.resolve("state");
        assertThat(GateStore.conditions(state, GateStore.read(state).get(0))).isEqualTo(facts);
    }

    @Test
    void aChangedLedgerIsRefusedWithItsLine() throws IOException {
        List<GatedRun> before = runs("old", 2, 1);
        decide(before, runs("new", 2, 1));
        Files.writeString(ledger(), Files.readString(ledger()).replace("INCONCLUSIVE", "PASS"));
        assertThatThrownBy(() -> decide(before, runs("new", 3, 1)))
                .isInstanceOf(ProblemException.class)
                .hasMessage(ledger() + ":1: was changed after it was written, or a previous line was");
    }

    @Test
    void aChangedLedgerConcernsOnlyGatesUnderItsConditions() throws IOException {
        decide(runs("old", 2, 1), runs("new", 2, 1));
        Files.writeString(ledger(), Files.readString(ledger()).replace("INCONCLUSIVE", "PASS"));
        List<GatedRun> other = runs("17", 1);
        assertThat(decide(other, other).verdict()).isEqualTo(PASS);
    }

    @Test
    void lineCutOffByACrashIsOverwritten() throws IOException {
        List<GatedRun> before = runs("old", 2, 1);
        decide(before, runs("new", 2, 1));
        byte[] halfACharacter = {'0', '1', '2', '3', ' ', (byte) 0xc3};
        Files.write(ledger(), halfACharacter, StandardOpenOption.APPEND);
        decide(before, runs("new", 3, 1));
        assertThat(Files.readString(ledger()).lines()).hasSize(2).noneMatch(line -> line.startsWith("0123 "));
        assertThat(LedgerEntry.read(ledger())).hasSize(2);
    }

    @Test
    void refusedAndForcedComparisonsAreNotEnteredInTheLedger() {
        SampleRun run = GateScene.at(folder.resolve("other")).fact("fingerprint.cpu-model", "x");
        List<GatedRun> other = List.of(GateScene.written(run));
        assertThat(decide(runs("old", 3, 1), other).memory().ledger()).isNull();
        GateStore.Terms forced = new GateStore.Terms(GatePolicy.RELEASE, Set.of(), true);
        assertThat(decide(forced, runs("old", 3, 1), other).memory().ledger()).isNull();
    }

    @Test
    void secondProcessIsRefusedWhileTheStoreIsInUse() {
        try (GateStore unused = open()) {
            assertThatThrownBy(() -> GateStore.open(folder.resolve("state"), Duration.ZERO))
                    .hasMessageContaining("this t2q is using it; wait until it ends");
        }
    }

    /** Two nightly gates that decide simultaneously must not fail. */
    @Test
    void secondProcessWaitsForTheStore() {
        CompletableFuture<GateStore> second;
        try (GateStore unused = open()) {
            second = CompletableFuture.supplyAsync(this::open);
            assertThatThrownBy(() -> second.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        }
        second.join().close();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
