package org.ticktoquote.analysis.gate.verdict;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ticktoquote.analysis.gate.GatePolicy;
import org.ticktoquote.analysis.gate.runs.GatedRun;

/**
 * What a gate is asked.
 *
 * @param policy by which it decides
 * @param baseline all runs of the sequence so far, in its order; VOID ones and those left out among them
 * @param candidate likewise
 * @param mayDiffer names of conditions that need not agree
 * @param forced whether others need not agree either
 * @param history the last accepted runs of the same fingerprint, the newest last
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
