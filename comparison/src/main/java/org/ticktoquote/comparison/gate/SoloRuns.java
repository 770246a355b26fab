package org.ticktoquote.comparison.gate;

import java.util.List;

/**
 * Sequential runs in addition to concurrent pairs. They check a PASS, and decide statistics whose variance pairing reduces
 * too little.
 *
 * @param baseline runs in execution order
 * @param candidate runs in execution order
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
