package org.ticktoquote.comparison.gate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Facts of a run, which show whether runs were made under the same conditions, except for the application and declared
 * differences.
 *
 * @param run folder of the run, for users
 * @param values values by name
 * @param shown texts shown to users instead of values, by name
 */
public record GateFingerprint(String run, Map<String, String> values, Map<String, String> shown) {
    private static final String NONE = "not stated";

    /** Creates facts whose values are shown to users. */
    public GateFingerprint(String run, Map<String, String> values) {
        this(run, values, Map.of());
    }

    /**
     * Returns the objections to a comparison, one sentence per fact, sorted by name.
     *
     * @param baseline facts of each run; at least one run
     * @param candidate facts of each run; at least one run
     * @param mayDiffer names of facts that are allowed to differ between the sides, as declared by the user
     */
    public static List<String> problems(
            List<GateFingerprint> baseline, List<GateFingerprint> candidate, Set<String> mayDiffer) {
        Set<String> names = new TreeSet<>();
        baseline.forEach(run -> names.addAll(run.values().keySet()));
        candidate.forEach(run -> names.addAll(run.values().keySet()));
        List<String> objections = new ArrayList<>();
        for (String name : names) {
            Map<String, List<String>> before = runs(name, baseline);
            Map<String, List<String>> now = runs(name, candidate);
            boolean differ = !mayDiffer.contains(name) && !before.keySet().equals(now.keySet());
            if (before.size() > 1 || now.size() > 1 || differ) {
                Map<String, String> words = describe(
                        name,
                        Stream.concat(baseline.stream(), candidate.stream()).toList());
                objections.add(name + ": " + mixed(before.size() > 1, now.size() > 1) + text(before, words)
                        + " at the baseline, " + text(now, words) + " at the candidate");
            }
        }
        return objections;
    }

    /** Returns the objection if the runs of one side disagree on a fact. */
    public static Optional<String> problem(String side, String name, List<GateFingerprint> runs) {
        Map<String, List<String>> found = runs(name, runs);
        return found.size() < 2
                ? Optional.empty()
                : Optional.of(name + ": the runs of the " + side + " differ: " + text(found, describe(name, runs)));
    }

    /** Returns one sentence per fact on which the runs of a group disagree, sorted by name. */
    public static List<String> differences(String together, List<GateFingerprint> runs) {
        return runs.stream()
                .flatMap(run -> run.values().keySet().stream())
                .distinct()
                .sorted()
                .flatMap(name -> problem(together, name, runs).stream())
                .toList();
    }

    private static String mixed(boolean baseline, boolean candidate) {
        if (!baseline && !candidate) {
            return "";
        }
        String side = candidate ? "the candidate" : "the baseline";
        return "the runs of " + (baseline && candidate ? "both sides" : side) + " differ: ";
    }

    /** Groups the runs by value. */
    private static Map<String, List<String>> runs(String name, List<GateFingerprint> runs) {
        return runs.stream()
                .collect(Collectors.groupingBy(
                        run -> run.values().getOrDefault(name, NONE),
                        TreeMap::new,
                        Collectors.mapping(GateFingerprint::run, Collectors.toList())));
    }

    /** Maps values to texts for users, with the value appended if texts are ambiguous. */
    private static Map<String, String> describe(String name, List<GateFingerprint> runs) {
        Map<String, String> words = new TreeMap<>();
        runs.forEach(run -> words.putIfAbsent(
                run.values().getOrDefault(name, NONE),
                run.shown().getOrDefault(name, run.values().getOrDefault(name, NONE))));
        List<String> all = List.copyOf(words.values());
        words.replaceAll((value, shown) -> Collections.frequency(all, shown) == 1 ? shown : shown + ", " + value);
        return words;
    }

    /** Formats the values of a fact; names the runs only if they disagree. */
    private static String text(Map<String, List<String>> runs, Map<String, String> words) {
        return runs.entrySet().stream()
                .map(each -> (each.getKey().equals(NONE) ? NONE : "'" + words.get(each.getKey()) + "'")
                        + (runs.size() == 1 ? "" : " (" + String.join(", ", each.getValue()) + ")"))
                .collect(Collectors.joining(" and "));
    }
}
