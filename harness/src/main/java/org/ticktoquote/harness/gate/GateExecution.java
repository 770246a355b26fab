package org.ticktoquote.harness.gate;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.ticktoquote.analysis.gate.GateOrder;
import org.ticktoquote.analysis.gate.GateVerdict;
import org.ticktoquote.analysis.gate.runs.GatedRun;
import org.ticktoquote.analysis.gate.runs.RunsGiven;
import org.ticktoquote.analysis.gate.store.GateStore;
import org.ticktoquote.analysis.gate.verdict.GateReport;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.harness.matrix.execution.MatrixExecution;

/**
 * Runs both sides in turn (ABBA BAAB ...) and decides at every look; the first one that decides ends it. The directory is
 * one of a matrix: attempts that are VOID are repeated, FAILED ones never. Used by one thread.
 */
public final class GateExecution {
    private final Path folder;
    private final GatePlan plan;
    private final GateStore.Terms terms;
    private final MatrixExecution runs;
    private final Progress progress;
    private int looked;

    /**
     * Nothing has run yet, or what an earlier execution left.
     *
     * @param folder of the matrix
     * @param runs of that matrix, in any order
     * @param seed of the order of this gate
     */
    public GateExecution(
            Path folder, GatePlan plan, GateStore.Terms terms, MatrixExecution runs, long seed, Progress progress) {
        this.folder = folder;
        this.plan = plan;
        this.terms = terms;
        List<Integer> looks = terms.policy().looks();
        this.runs = runs.inOrder(GateOrder.of(looks.get(looks.size() - 1), seed).stream()
                .map(candidate -> candidate ? plan.candidate() : plan.baseline())
                .toList());
        this.progress = progress;
    }

    /** What is going to happen, at most, for people. */
    public String outlook() {
        return runs.outlook();
    }

    /**
     * What the gate can find, from accepted runs on a host like this one; the load of those runs may have been another.
     *
     * @param hostFacts of the fingerprint of this host
     */
    public List<String> smallest(Map<String, String> hostFacts) {
        return with(store -> store.histories().smallest(terms.policy(), hostFacts));
    }

    /**
     * Runs until it is decided, nothing is left to run, or somebody interrupts; the verdict on what there is. One that was
     * interrupted is entered in no ledger: it is not over.
     */
    public GateReport run() {
        runs.run(this::decided);
        return runs.interrupted()
                ? with(store -> store.soFar(terms, runs(plan.baseline()), runs(plan.candidate())))
                : decide();
    }

    /** Looks where enough runs of both sides count for the next look. */
    private boolean decided() {
        int counted = Math.min(counted(plan.baseline()), counted(plan.candidate()));
        Optional<Integer> look = terms.policy().looks().stream()
                .filter(each -> each > looked && each <= counted)
                .reduce((one, other) -> other);
        if (look.isEmpty()) {
            return false;
        }
        looked = look.get();
        GateReport now = decide();
        progress.stage("look at " + looked + " runs a side: " + now.verdict());
        return now.verdict() != GateVerdict.INCONCLUSIVE;
    }

    private int counted(String side) {
        return (int) runs(side).stream().filter(GatedRun::counts).count();
    }

    private List<GatedRun> runs(String side) {
        return RunsGiven.ofCase(folder, side);
    }

    private GateReport decide() {
        return with(store -> store.decide(terms, plan.gate(), runs(plan.baseline()), runs(plan.candidate())));
    }

    private <T> T with(Function<GateStore, T> question) {
        try (GateStore store = GateStore.open(Path.of(plan.state()))) {
            return question.apply(store);
        }
    }
}
