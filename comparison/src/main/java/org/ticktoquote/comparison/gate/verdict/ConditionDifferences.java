package org.ticktoquote.comparison.gate.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.comparison.gate.GateFingerprint;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.ShortRunPaths;

/** Finds conditions that forbid comparing the runs of a gate, because they differ within or between sides. */
final class ConditionDifferences {
    private final VerdictRuns counted;
    private final Set<String> mayDiffer;

    /** @param mayDiffer names of conditions that are allowed to differ */
    ConditionDifferences(VerdictRuns counted, Set<String> mayDiffer) {
        this.counted = counted;
        this.mayDiffer = mayDiffer;
    }

    /** Returns all differences. A side without measured runs is not compared; the decision reports it. */
    List<String> all() {
        List<GatedRun> before =
                counted.baseline().stream().filter(GatedRun::measured).toList();
        List<GatedRun> now =
                counted.candidate().stream().filter(GatedRun::measured).toList();
        List<String> differences = new ArrayList<>();
        several("baseline", before).ifPresent(differences::add);
        several("candidate", now).ifPresent(differences::add);
        if (counted.duet().isEmpty()) {
            differences.addAll(between(before, now));
        } else {
            differences.addAll(between(
                    before.stream().filter(GatedRun::duet).toList(),
                    now.stream().filter(GatedRun::duet).toList()));
            between(counted.duet().get().baseline(), counted.duet().get().candidate())
                    .forEach(each -> differences.add("solo runs, " + each));
        }
        return differences;
    }

    private List<String> between(List<GatedRun> before, List<GatedRun> now) {
        return before.isEmpty() || now.isEmpty()
                ? List.of()
                : GateFingerprint.problems(
                        ShortRunPaths.facts(before, GatedRun::conditions),
                        ShortRunPaths.facts(now, GatedRun::conditions),
                        mayDiffer);
    }

    /** Returns the objection if runs of one side differ in the application's command or in the content of its files. */
    private static Optional<String> several(String side, List<GatedRun> runs) {
        String command = "application";
        String files = "content of the application's files";
        List<GateFingerprint.Facts> facts =
                ShortRunPaths.facts(runs, run -> Map.of(command, run.application(), files, run.release()));
        return GateFingerprint.problem(side, command, facts).or(() -> GateFingerprint.problem(side, files, facts));
    }
}
