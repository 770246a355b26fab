package org.ticktoquote.comparison.gate.verdict;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.GateDecision;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.runs.GatedRun;

/**
 * Input of {@link GateJudge}: policy, runs and history of a gate.
 *
 * @param policy margins, looks and error levels
 * @param baseline all runs in execution order, including VOID and excluded runs
 * @param candidate all runs in execution order, including VOID and excluded runs
 * @param inPairs whether the runs are made in pairs, even if none is measured together with its partner
 * @param mayDiffer names of conditions that are allowed to differ
 * @param forced whether all other conditions are allowed to differ as well
 * @param history last accepted runs of the same fingerprint, the newest last
 * @param golden runs of the pinned release of the same fingerprint; empty without one
 * @param earlier final decision of an earlier gate on the first of these runs; null if there is none
 */
public record GateRequest(
        GatePolicy policy,
        List<GatedRun> baseline,
        List<GatedRun> candidate,
        boolean inPairs,
        Set<String> mayDiffer,
        boolean forced,
        List<GatedRun> history,
        List<GatedRun> golden,
        @Nullable GateDecision earlier) {
    public GateRequest {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
        mayDiffer = new TreeSet<>(mayDiffer);
        history = List.copyOf(history);
        golden = List.copyOf(golden);
    }
}
