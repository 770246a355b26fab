package org.ticktoquote.harness.cli.gate;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.core.command.Problem;

/** Reads the runs named on a command line. */
final class NamedRuns {
    private static final String ACCEPTED = "history:accepted";
    private static final String GOLDEN = "history:golden";

    private NamedRuns() {}

    /** Reads runs by path, in execution order, without duplicates. */
    static List<GatedRun> of(String option, List<String> given) {
        List<GatedRun> runs = new ArrayList<>();
        given.forEach(path -> runs.addAll(RunFinder.of(path(option, path))));
        Set<String> seen = new HashSet<>();
        runs.removeIf(run -> !seen.add(run.id()));
        return RunFinder.sorted(runs);
    }

    /** Reads runs by path, or runs of the history that have the candidate's conditions. */
    static List<GatedRun> baseline(List<String> given, List<GatedRun> candidate, GateStore store) {
        if (given.stream().noneMatch(name -> name.equals(ACCEPTED) || name.equals(GOLDEN))) {
            return of("--baseline", given);
        }
        if (given.size() > 1) {
            throw Problem.of("--baseline")
                    .value(String.join(" ", given))
                    .expected("either " + ACCEPTED + ", " + GOLDEN + " or runs")
                    .exception();
        }
        Optional<GatedRun> measured =
                candidate.stream().filter(GatedRun::measured).findFirst();
        Map<String, String> conditions = measured.map(GatedRun::conditions).orElse(Map.of());
        List<GatedRun> named = given.get(0).equals(GOLDEN)
                ? store.histories().golden(conditions)
                : store.histories()
                        .accepted(conditions, measured.map(GatedRun::release).orElse(""));
        if (named.isEmpty()) {
            throw Problem.of("--baseline")
                    .value(given.get(0))
                    .fault("has no run with the conditions of the candidate; see t2q gate history")
                    .exception();
        }
        return named;
    }

    private static Path path(String option, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw Problem.of(option)
                    .value(text)
                    .fault("is not a path: " + e.getReason())
                    .exception(e);
        }
    }

    /** Refuses runs that are on both sides. */
    static void requireDifferent(List<GatedRun> before, List<GatedRun> now) {
        Set<String> ids = new HashSet<>();
        before.forEach(run -> ids.add(run.id()));
        now.stream().filter(run -> ids.contains(run.id())).findFirst().ifPresent(run -> {
            throw Problem.of("--baseline")
                    .value(run.name())
                    .fault("is also a run of the candidate")
                    .expected("different runs")
                    .exception();
        });
    }
}
