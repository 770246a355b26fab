package org.ticktoquote.comparison.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Input of a gate decision.
 *
 * @param baseline runs that count, in execution order
 * @param candidate runs that count, in execution order
 * @param history last accepted runs of the same fingerprint, the newest last; at most 20 are used
 * @param baselineVoid number of VOID attempts of the baseline
 * @param candidateVoid number of VOID attempts of the candidate
 * @param objections fingerprint differences that forbid a comparison; empty if there are none
 * @param forced whether objections were overruled
 * @param inBlocks whether the runs were made in blocks of two per side, one block after the other
 * @param solo solo runs of a duet; null for a gate of solo runs. The pairs of the duet are in baseline and candidate,
 * in the same order
 */
public record GateInput(
        List<GateRun> baseline,
        List<GateRun> candidate,
        List<GateRun> history,
        int baselineVoid,
        int candidateVoid,
        List<String> objections,
        boolean forced,
        boolean inBlocks,
        @Nullable SoloRuns solo) {
    private static final int MAX_HISTORY = 20;

    public GateInput {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
        history = List.copyOf(history.subList(Math.max(0, history.size() - MAX_HISTORY), history.size()));
        objections = List.copyOf(objections);
    }

    /** Creates input without history, VOID attempts or objections. */
    public static GateInput of(List<GateRun> baseline, List<GateRun> candidate) {
        return new GateInput(baseline, candidate, List.of(), 0, 0, List.of(), false, false, null);
    }

    public GateInput withHistory(List<GateRun> earlier) {
        return new GateInput(
                baseline, candidate, earlier, baselineVoid, candidateVoid, objections, forced, inBlocks, solo);
    }

    /** Returns a copy for alternating runs. */
    public GateInput asBlocks() {
        return new GateInput(baseline, candidate, history, baselineVoid, candidateVoid, objections, forced, true, solo);
    }

    /** Returns a copy whose runs are the pairs of a duet. */
    public GateInput asDuet(SoloRuns beside) {
        return new GateInput(
                baseline, candidate, history, baselineVoid, candidateVoid, objections, forced, inBlocks, beside);
    }
}
