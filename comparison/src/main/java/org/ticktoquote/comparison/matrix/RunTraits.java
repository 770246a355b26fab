package org.ticktoquote.comparison.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.core.run.CaptureFacts;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunManifest;

/**
 * Host, JVM and processes of a case, as stated by its runs.
 *
 * @param values values of each fact over the runs
 * @param runs number of runs with facts
 */
record RunTraits(Map<String, Set<String>> values, int runs) {
    /** Excluded facts: the hash of facts that are compared individually, and readings that differ in every run. */
    private static final Set<String> READINGS = Set.of("fingerprint", "clockCheck", CaptureFacts.FIX);

    /** Leaves out words such as report and viewport. */
    private static final Pattern PORT =
            Pattern.compile("(?<=:|(?<!(?i:re|im|ex|sup|trans|pass|view|air))port[= ])[1-9][0-9]{3,4}\\b");

    private static final Pattern WINDOW = Pattern.compile("(?<= --window )\\S+");

    static RunTraits of(List<CountedRun> runs) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        int stated = 0;
        for (CountedRun run : runs) {
            RunFigures figures = run.figures();
            if (figures != null) {
                stated++;
                facts(figures.manifest(), run.directory())
                        .forEach((name, value) -> values.computeIfAbsent(name, fact -> new TreeSet<>())
                                .add(value));
            }
        }
        return new RunTraits(values, stated);
    }

    private static Map<String, String> facts(RunManifest manifest, String directory) {
        Map<String, String> facts = new LinkedHashMap<>();
        manifest.observed().host().forEach((name, value) -> {
            if (!READINGS.contains(name) && !Role.isCapture(name)) {
                facts.put(name, value);
            }
        });
        for (ProcessEnd process : manifest.observed().processes()) {
            if (!Role.isCapture(process.role())) {
                facts.put("command of " + process.role(), comparable(String.join(" ", process.command()), directory));
            }
        }
        return facts;
    }

    /**
     * Replaces directory and ports, which differ in every run, and the window, which can be written in several ways and is
     * compared by content.
     */
    static String comparable(String command, String directory) {
        String path = "[^\\s\"=]*" + Pattern.quote(directory) + "(?=[/\":\\s]|$)";
        String own = WINDOW.matcher(command.replaceAll(path, "{run}")).replaceAll("{window}");
        return PORT.matcher(own).replaceAll("{port}");
    }

    /** Returns the values of a fact, joined by a bar; empty if none is stated. */
    String value(String fact) {
        return String.join(" | ", values.getOrDefault(fact, Set.of()));
    }

    /** Returns the differences; facts with a different value in every run are ignored. */
    List<Difference> differencesFrom(RunTraits baseline) {
        Set<String> names = new LinkedHashSet<>(baseline.values.keySet());
        names.addAll(values.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String name : names) {
            Set<String> here = values.getOrDefault(name, Set.of());
            Set<String> there = baseline.values.getOrDefault(name, Set.of());
            boolean restless = runs > 1 && here.size() == runs && baseline.runs > 1 && there.size() == baseline.runs;
            if (!here.equals(there) && !restless) {
                differences.add(new Difference(name, String.join(" | ", there), String.join(" | ", here)));
            }
        }
        return differences;
    }
}
