package org.ticktoquote.comparison.gate.runs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ticktoquote.comparison.gate.GateFingerprint;

/** Names each run of one side by the shortest suffix of its path that no other run has. */
public final class ShortRunPaths {
    private ShortRunPaths() {}

    /** Returns the facts of each run, named by its folder. */
    public static List<GateFingerprint> facts(List<GatedRun> runs, Function<GatedRun, Map<String, String>> values) {
        List<String> paths = runs.stream().map(ShortRunPaths::path).toList();
        return runs.stream()
                .map(run -> new GateFingerprint(shortest(run.name(), path(run), paths), values.apply(run), run.shown()))
                .toList();
    }

    /** Returns the path of a run as users know it; copies in the gate store have other folders. */
    private static String path(GatedRun run) {
        Path directory = run.directory();
        String path =
                directory == null ? "" : directory.toAbsolutePath().normalize().toString();
        return path.endsWith("/" + run.name()) ? path : run.name();
    }

    private static String shortest(String name, String path, List<String> paths) {
        String end = name;
        while (end.length() < path.length() && has(end, paths) > 1) {
            end = path.substring(path.lastIndexOf('/', path.length() - end.length() - 2) + 1);
        }
        return end;
    }

    private static long has(String end, List<String> paths) {
        return paths.stream().filter(path -> ("/" + path).endsWith("/" + end)).count();
    }
}
