package org.ticktoquote.comparison.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.GateVerdict;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.gate.verdict.GateReport;
import org.ticktoquote.comparison.gate.verdict.GateScene;

/** Files of a verdict are reproducible, independent of place and time. */
final class GateBytesTest {
    private static final GateStore.Terms TERMS = new GateStore.Terms(GatePolicy.RELEASE, Set.of(), false);

    @TempDir
    private Path folder;

    private List<GatedRun> runs(String name, double factor) {
        return GateScene.runs(folder.resolve(name), 3, factor);
    }

    private static GateReport decide(Path state, List<GatedRun> before, List<GatedRun> now) {
        try (GateStore store = GateStore.open(state)) {
            return store.decide(TERMS, before, now);
        }
    }

    /** History and ledger of a passed gate, and a pinned release. */
    private Path remembered() {
        Path state = folder.resolve("state");
        List<GatedRun> old = runs("old", 1);
        assertThat(decide(state, old, other()).verdict()).isEqualTo(GateVerdict.PASS);
        assertThat(decide(state, old, runs("new", 1.001)).verdict()).isEqualTo(GateVerdict.PASS);
        try (GateStore store = GateStore.open(state)) {
            store.histories().pin(other());
        }
        return state;
    }

    /** Runs of another release. */
    private List<GatedRun> other() {
        for (int i = 1; i <= 3; i++) {
            GateScene.at(folder.resolve("accepted/run-" + i))
                    .application("java -jar other.jar")
                    .factor(1 + 0.002 * (i - 2))
                    .started("2026-11-20T10:0" + i + ":00Z")
                    .write();
        }
        return RunFinder.of(folder.resolve("accepted"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void write(Path out, GateReport report) throws IOException {
        GateSections.write(report, GateSections.of(report, List.of()), out);
    }

    @Test
    void sameRunsHistoryAndLedgerGiveTheSameBytes() throws IOException {
        Path state = remembered();
        copy(state, folder.resolve("other-state"));
        List<GatedRun> now = runs("newer", 1.002);
        List<GatedRun> turned = new ArrayList<>(now);
        Collections.reverse(turned);
        GateReport report = decide(state, RunFinder.of(folder.resolve("old")), now);
        assertThat(report.memory().history().runs()).isPositive();
        assertThat(Objects.requireNonNull(report.memory().ledger()).entries()).hasSize(2);
        assertThat(report.memory().golden()).isNotNull();
        write(folder.resolve("one"), report);
        write(
                folder.resolve("other"),
                decide(folder.resolve("other-state"), RunFinder.of(folder.resolve("old")), RunFinder.sorted(turned)));
        for (String file : List.of("gate.html", "gate.json", "gate.md", "gate.xml")) {
            assertThat(folder.resolve("one").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("other").resolve(file));
        }
    }
}
