package org.ticktoquote.analysis.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whether runs were made under the same conditions: fact by fact, but for the application and what is declared. */
public final class GateFingerprint {
    private static final String NONE = "not stated";

    private GateFingerprint() {}

    /**
     * What forbids a comparison, one sentence a fact, by rising name.
     *
     * @param baseline facts of each run; at least one run
     * @param candidate likewise
     * @param mayDiffer names of facts that are allowed to: those of the application, and what the user declares
     */
    public static List<String> objections(
            List<Map<String, String>> baseline, List<Map<String, String>> candidate, Set<String> mayDiffer) {
        Set<String> names = new TreeSet<>();
        baseline.forEach(facts -> names.addAll(facts.keySet()));
        candidate.forEach(facts -> names.addAll(facts.keySet()));
        names.removeAll(mayDiffer);
        List<String> objections = new ArrayList<>();
        for (String name : names) {
            Set<String> before = values(name, baseline);
            Set<String> now = values(name, candidate);
            if (before.size() > 1 || now.size() > 1) {
                objections.add(name + ": the runs of one side differ: " + text(before) + " at the baseline, "
                        + text(now) + " at the candidate");
            } else if (!before.equals(now)) {
                objections.add(name + ": " + text(before) + " at the baseline, " + text(now) + " at the candidate");
            }
        }
        return objections;
    }

    private static Set<String> values(String name, List<Map<String, String>> runs) {
        Set<String> values = new TreeSet<>();
        runs.forEach(facts -> values.add(facts.getOrDefault(name, NONE)));
        return values;
    }

    private static String text(Set<String> values) {
        return String.join(
                " | ",
                values.stream()
                        .map(value -> value.equals(NONE) ? value : "'" + value + "'")
                        .toList());
    }
}
