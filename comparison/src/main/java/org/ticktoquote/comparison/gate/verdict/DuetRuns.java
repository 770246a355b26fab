package org.ticktoquote.comparison.gate.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.comparison.gate.runs.GatedRun;

/**
 * Runs of a duet, split into pairs and solo runs.
 *
 * @param pairs pairs in execution order; both runs count, or one FAILED
 * @param baseline solo runs that count
 * @param candidate solo runs that count
 * @param unpaired runs that count although their partners do not
 */
public record DuetRuns(List<Pair> pairs, List<GatedRun> baseline, List<GatedRun> candidate, List<GatedRun> unpaired) {
    /** Two concurrent runs; null for a run that does not count because the other FAILED. */
    public record Pair(
            @Nullable GatedRun baseline, @Nullable GatedRun candidate) {
        String startedAt() {
            GatedRun known = baseline == null ? candidate : baseline;
            return known == null ? "" : known.startedAt();
        }

        @Nullable
        GatedRun of(boolean ofCandidate) {
            return ofCandidate ? candidate : baseline;
        }
    }

    /**
     * Creates the runs of a duet; empty unless both sides have concurrent runs, or the runs are made in pairs and one counts.
     *
     * @param inPairs whether the runs are made in pairs; a release that never starts leaves no concurrent run
     */
    static Optional<DuetRuns> of(List<GatedRun> baseline, List<GatedRun> candidate, boolean inPairs) {
        boolean both =
                baseline.stream().anyMatch(GatedRun::duet) && candidate.stream().anyMatch(GatedRun::duet);
        return Optional.of(paired(baseline, candidate))
                .filter(runs -> both || inPairs && !runs.pairs().isEmpty());
    }

    /** Returns the number of pairs that count, of runs made in pairs. */
    public static int count(List<GatedRun> baseline, List<GatedRun> candidate) {
        return paired(
                        baseline.stream().filter(GatedRun::counts).toList(),
                        candidate.stream().filter(GatedRun::counts).toList())
                .pairs()
                .size();
    }

    private static DuetRuns paired(List<GatedRun> baseline, List<GatedRun> candidate) {
        Map<String, GatedRun> beside = new HashMap<>();
        candidate.stream().filter(GatedRun::duet).forEach(run -> beside.put(run.partner(), run));
        List<Pair> pairs = new ArrayList<>();
        List<GatedRun> unpaired = new ArrayList<>();
        for (GatedRun run : baseline) {
            GatedRun other = beside.remove(run.id());
            if (other != null || countsAlone(run)) {
                pairs.add(new Pair(run, other));
            } else if (run.duet()) {
                unpaired.add(run);
            }
        }
        for (GatedRun run : candidate) {
            if (countsAlone(run) && (!run.duet() || beside.remove(run.partner()) != null)) {
                pairs.add(new Pair(null, run));
            }
        }
        candidate.stream().filter(beside::containsValue).forEach(unpaired::add);
        pairs.sort(Comparator.comparing(Pair::startedAt));
        return new DuetRuns(pairs, solo(baseline), solo(candidate), unpaired);
    }

    /** Returns whether the run counts even without its partner: it FAILED in a duet, or before any measurement. */
    private static boolean countsAlone(GatedRun run) {
        return run.failed() && (run.duet() || !run.measured());
    }

    private static List<GatedRun> solo(List<GatedRun> runs) {
        return runs.stream().filter(run -> run.measured() && !run.duet()).toList();
    }

    List<GatedRun> solo(boolean ofCandidate) {
        return ofCandidate ? candidate : baseline;
    }

    /** Returns whether a run counts although its partner does not. */
    boolean isUnpaired(GatedRun run) {
        return unpaired.contains(run);
    }
}
