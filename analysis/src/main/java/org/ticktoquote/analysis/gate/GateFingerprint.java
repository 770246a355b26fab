package org.ticktoquote.analysis.gate;

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

/** Whether runs were made under the same conditions: fact by fact, but for the application and what is declared. */
public final class GateFingerprint {
    private static final String NONE = "not stated";

    private GateFingerprint() {}

    /**
     * What is known of a run.
     *
     * @param run its folder, for people
     * @param values by name
     * @param shown what people read in place of a value, by name
     */
    public record Facts(String run, Map<String, String> values, Map<String, String> shown) {
        /** Of values that people read as they are. */
        public Facts(String run, Map<String, String> values) {
            this(run, values, Map.of());
        }
    }

    /**
     * What forbids a comparison, one sentence a fact, by rising name.
     *
     * @param baseline facts of each run; at least one run
     * @param candidate likewise
     * @param mayDiffer names of facts that are allowed to: those of the application, and what the user declares
     */
    public static List<String> objections(List<Facts> baseline, List<Facts> candidate, Set<String> mayDiffer) {
        Set<String> names = new TreeSet<>();
        baseline.forEach(run -> names.addAll(run.values().keySet()));
        candidate.forEach(run -> names.addAll(run.values().keySet()));
        names.removeAll(mayDiffer);
        List<String> objections = new ArrayList<>();
        for (String name : names) {
            Map<String, List<String>> before = runs(name, baseline);
            Map<String, List<String>> now = runs(name, candidate);
            if (before.size() > 1 || now.size() > 1 || !before.keySet().equals(now.keySet())) {
                Map<String, String> words = words(
                        name,
                        Stream.concat(baseline.stream(), candidate.stream()).toList());
                objections.add(name + ": " + mixed(before.size() > 1, now.size() > 1) + text(before, words)
                        + " at the baseline, " + text(now, words) + " at the candidate");
            }
        }
        return objections;
    }

    /** What forbids that these runs are one side, where they do not agree about a fact. */
    public static Optional<String> objection(String side, String name, List<Facts> runs) {
        Map<String, List<String>> found = runs(name, runs);
        return found.size() < 2
                ? Optional.empty()
                : Optional.of(name + ": the runs of the " + side + " differ: " + text(found, words(name, runs)));
    }

    /** What runs that are taken together do not agree about, one sentence a fact, by rising name. */
    public static List<String> differences(String together, List<Facts> runs) {
        return runs.stream()
                .flatMap(run -> run.values().keySet().stream())
                .distinct()
                .sorted()
                .flatMap(name -> objection(together, name, runs).stream())
                .toList();
    }

    private static String mixed(boolean baseline, boolean candidate) {
        if (!baseline && !candidate) {
            return "";
        }
        String side = candidate ? "the candidate" : "the baseline";
        return "the runs of " + (baseline && candidate ? "both sides" : side) + " differ: ";
    }

    /** By value the runs that have it. */
    private static Map<String, List<String>> runs(String name, List<Facts> runs) {
        return runs.stream()
                .collect(Collectors.groupingBy(
                        run -> run.values().getOrDefault(name, NONE),
                        TreeMap::new,
                        Collectors.mapping(Facts::run, Collectors.toList())));
    }

    /** By value what people read, with the value itself where others are read alike. */
    private static Map<String, String> words(String name, List<Facts> runs) {
        Map<String, String> words = new TreeMap<>();
        runs.forEach(run -> words.putIfAbsent(
                run.values().getOrDefault(name, NONE),
                run.shown().getOrDefault(name, run.values().getOrDefault(name, NONE))));
        List<String> all = List.copyOf(words.values());
        words.replaceAll((value, shown) -> Collections.frequency(all, shown) == 1 ? shown : shown + ", " + value);
        return words;
    }

    /** Where all runs agree they need no names. */
    private static String text(Map<String, List<String>> runs, Map<String, String> words) {
        return runs.entrySet().stream()
                .map(each -> (each.getKey().equals(NONE) ? NONE : "'" + words.get(each.getKey()) + "'")
                        + (runs.size() == 1 ? "" : " (" + String.join(", ", each.getValue()) + ")"))
                .collect(Collectors.joining(" and "));
    }
}
