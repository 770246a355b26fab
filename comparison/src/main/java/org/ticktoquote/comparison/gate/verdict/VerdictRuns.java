package org.ticktoquote.comparison.gate.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ticktoquote.comparison.gate.runs.GatedRun;

/**
 * Runs of a gate that count.
 *
 * @param baseline runs in execution order
 * @param candidate runs in execution order
 * @param duet the same runs as pairs and solo runs; empty unless some runs were made in pairs
 */
record VerdictRuns(List<GatedRun> baseline, List<GatedRun> candidate, Optional<DuetRuns> duet) {
    static VerdictRuns of(GateRequest request) {
        List<GatedRun> baseline =
                request.baseline().stream().filter(GatedRun::counts).toList();
        List<GatedRun> candidate =
                request.candidate().stream().filter(GatedRun::counts).toList();
        return new VerdictRuns(baseline, candidate, DuetRuns.of(baseline, candidate, request.inPairs()));
    }

    /** Returns whether the runs were started in successive blocks of two per side, as by {@code t2q gate run}. */
    boolean isInBlocks() {
        int runs = Math.min(baseline.size(), candidate.size());
        String before = "";
        for (int first = 0; first < runs; first += 2) {
            int from = first;
            List<String> block = Stream.of(baseline, candidate)
                    .flatMap(side -> side.subList(from, Math.min(from + 2, runs)).stream())
                    .map(GatedRun::startedAt)
                    .sorted()
                    .toList();
            if (block.get(0).compareTo(before) <= 0) {
                return false;
            }
            before = block.get(block.size() - 1);
        }
        return true;
    }

    /** Returns the runs of both sides, the candidate first. */
    Stream<GatedRun> all() {
        return Stream.concat(candidate.stream(), baseline.stream());
    }
}
