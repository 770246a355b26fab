package org.ticktoquote.comparison.gate;

import java.util.List;

/**
 * Sequential runs in addition to concurrent pairs. They check a PASS, and decide where pairs have no gain.
 *
 * @param baseline in the order made
 * @param candidate in the order made
 */
public record SoloRuns(List<GateRun> baseline, List<GateRun> candidate) {
    public SoloRuns {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
    }

    /** Returns the number of runs per side. */
    public int count() {
        return Math.min(baseline.size(), candidate.size());
    }
}
