package org.ticktoquote.comparison.gate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.comparison.gate.GateVerdict.FAIL;
import static org.ticktoquote.comparison.gate.GateVerdict.PASS;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.GateScene;
import org.ticktoquote.comparison.gate.verdict.VerdictText;

/** All releases of an attached application have the same command, its address. */
final class UnknownReleaseTest {
    private static final String REASON = " (the application was attached, or its command names no file).";

    @TempDir
    private Path folder;

    /** Returns three runs of which only the address of the application is known. */
    private List<GatedRun> attached(String name, double factor) {
        return GateScene.runs(
                folder.resolve(name),
                3,
                factor,
                0.001,
                run -> run.application("127.0.0.1:9876").fact("applicationSha256", ""));
    }

    private GateReport decide(List<GatedRun> before, List<GatedRun> now) {
        try (GateStore store = GateStore.open(folder.resolve("state"))) {
            return store.decide(new GateStore.Terms(GatePolicy.RELEASE, Set.of(), false), before, now);
        }
    }

    @Test
    void unknownReleasesAreJudgedAloneAndEnterNeitherLedgerNorHistory() {
        List<GatedRun> before = attached("v1", 1);
        GateReport passed = decide(before, attached("v2", 1));
        assertThat(passed.verdict()).isEqualTo(PASS);
        assertThat(new VerdictText(passed).ledger())
                .containsExactly(
                        "This gate has no ledger entry: the release of the baseline and the candidate is unknown"
                                + REASON);
        assertThat(decide(before, attached("v3", 1.5)).verdict()).isEqualTo(FAIL);
        assertThat(decide(before, attached("v4", 1)).verdict()).isEqualTo(PASS);
        assertThat(folder.resolve("state/ledger")).doesNotExist();
        assertThat(folder.resolve("state/history")).doesNotExist();
        GateReport one = decide(GateScene.runs(folder.resolve("known"), 3, 1), attached("v5", 1));
        assertThat(new VerdictText(one).ledger())
                .containsExactly("This gate has no ledger entry: the release of the candidate is unknown" + REASON);
    }
}
