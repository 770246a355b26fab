package org.ticktoquote.analysis.gate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a gate decides about.
 *
 * @param baseline runs that count, in the order made
 * @param candidate likewise
 * @param history the last accepted runs of the same fingerprint, the newest last; at most 20 are used
 * @param baselineVoid attempts that were VOID
 * @param candidateVoid likewise
 * @param objections fingerprint differences that forbid a comparison; empty where there are none
 * @param forced whether they were overruled
 * @param solo the runs beside a duet, whose baseline and candidate then are pairs in the same order; null for a gate of solo runs
 */
public record GateInput(
        List<GateRun> baseline,
        List<GateRun> candidate,
        List<GateRun> history,
        int baselineVoid,
        int candidateVoid,
        List<String> objections,
        boolean forced,
        @Nullable SoloRuns solo) {
    private static final int LONGEST_HISTORY = 20;

    public GateInput {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
        history = List.copyOf(history.subList(Math.max(0, history.size() - LONGEST_HISTORY), history.size()));
        objections = List.copyOf(objections);
    }

    /** Of solo runs. */
    public GateInput(
            List<GateRun> baseline,
            List<GateRun> candidate,
            List<GateRun> history,
            int baselineVoid,
            int candidateVoid,
            List<String> objections,
            boolean forced) {
        this(baseline, candidate, history, baselineVoid, candidateVoid, objections, forced, null);
    }

    /** Of runs without history, VOID attempts or objections. */
    public static GateInput of(List<GateRun> baseline, List<GateRun> candidate) {
        return new GateInput(baseline, candidate, List.of(), 0, 0, List.of(), false);
    }

    /** With earlier runs. */
    public GateInput withHistory(List<GateRun> earlier) {
        return new GateInput(baseline, candidate, earlier, baselineVoid, candidateVoid, objections, forced, solo);
    }

    /** The same as pairs of a duet. */
    public GateInput asDuet(SoloRuns beside) {
        return new GateInput(baseline, candidate, history, baselineVoid, candidateVoid, objections, forced, beside);
    }
}
