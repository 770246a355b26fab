package org.ticktoquote.analysis.gate;

import java.util.List;

/**
 * Runs made one after the other beside pairs that were made at once: the check of a PASS, and what decides where pairs gain
 * nothing.
 *
 * @param baseline in the order made
 * @param candidate likewise
 */
public record SoloRuns(List<GateRun> baseline, List<GateRun> candidate) {
    public SoloRuns {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
    }

    /** A side. */
    public int count() {
        return Math.min(baseline.size(), candidate.size());
    }
}
