package org.ticktoquote.comparison.gate.verdict;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.runs.GatedRun;

/**
 * Question of a gate.
 *
 * @param policy of the decision
 * @param baseline all runs of the sequence in order, including VOID and left out ones
 * @param candidate all runs of the sequence in order, including VOID and left out ones
 * @param mayDiffer names of conditions that are allowed to differ
 * @param forced whether all other conditions are allowed to differ, too
 * @param history last accepted runs of the same fingerprint, the newest last
 * @param golden runs of the pinned release of the same fingerprint; empty without one
 */
public record GateQuestion(
        GatePolicy policy,
        List<GatedRun> baseline,
        List<GatedRun> candidate,
        Set<String> mayDiffer,
        boolean forced,
        List<GatedRun> history,
        List<GatedRun> golden) {
    public GateQuestion {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
        mayDiffer = new TreeSet<>(mayDiffer);
        history = List.copyOf(history);
        golden = List.copyOf(golden);
    }
}
