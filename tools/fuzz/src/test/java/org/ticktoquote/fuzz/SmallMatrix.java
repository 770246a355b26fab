package org.ticktoquote.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ticktoquote.analysis.Analysis;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.PlannedYear;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.comparison.gate.GatePolicy;
import org.ticktoquote.comparison.gate.runs.GatedRun;
import org.ticktoquote.comparison.gate.runs.RunFinder;
import org.ticktoquote.comparison.gate.store.GateStore;
import org.ticktoquote.comparison.matrix.Attempt;
import org.ticktoquote.comparison.matrix.AttemptState;
import org.ticktoquote.comparison.matrix.CaseRecord;
import org.ticktoquote.comparison.matrix.MatrixRecord;

/** The analysed {@link SmallRun} as the only run of a matrix, and the state of a gate of the run against itself. */
final class SmallMatrix {
    /** Has one look: computing the levels of several takes a fifth of a second. */
    static final GatePolicy POLICY = new GatePolicy(
            "small",
            GatePolicy.RELEASE.margins(),
            GatePolicy.THRESHOLD_NS,
            List.of(3),
            GatePolicy.FAIL_LEVEL,
            GatePolicy.PASS_LEVEL,
            null,
            null);

    /** Relative path of the run. */
    static final String RUN = "A/run-1";
    /** Relative path of the gate's state. */
    static final String STATE = "state";

    /** Its files by relative path. */
    static final Map<String, byte[]> FILES = made();

    private SmallMatrix() {}

    /** Returns the path of the only file in a folder of the gate's state. */
    static String only(String folder) {
        return FILES.keySet().stream()
                .filter(path -> path.startsWith(STATE + "/" + folder + "/"))
                .findFirst()
                .orElseThrow();
    }

    /** Writes all files to a folder. */
    static void write(Path folder) throws IOException {
        for (Map.Entry<String, byte[]> each : FILES.entrySet()) {
            Path file = folder.resolve(each.getKey());
            Files.createDirectories(file.resolveSibling(""));
            Files.write(file, each.getValue());
        }
    }

    private static Map<String, byte[]> made() {
        try {
            Path folder = Files.createTempDirectory("small-matrix");
            Path run = Files.createDirectories(folder.resolve(RUN));
            for (Map.Entry<String, byte[]> each : SmallRun.FILES.entrySet()) {
                Files.write(run.resolve(each.getKey()), each.getValue());
            }
            Analysis.of(run).writeFiles();
            record().write(folder.resolve(MatrixRecord.FILE));
            remember(folder);
            Map<String, byte[]> files = new TreeMap<>();
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.filter(SmallMatrix::isRead).toList()) {
                    files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
                }
            }
            JazzerRun.clear(folder);
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isRead(Path file) {
        String name = file.toString();
        return Files.isRegularFile(file)
                && (name.endsWith(".json") || name.endsWith(".jsonl"))
                && !name.contains("audit");
    }

    private static MatrixRecord record() {
        Attempt attempt = new Attempt(1, 1, RUN, null, AttemptState.COMPLETE, Verdict.VALID, "", List.of());
        return new MatrixRecord(
                MatrixRecord.FORMAT_VERSION,
                "tick-to-quote",
                "m",
                "",
                "2026-11-20T14:12:03Z",
                "00",
                3,
                42,
                "A",
                new Annualisation(
                        AnnualBase.FX_WEEK, "r", 12.0, List.of(1L), List.of(new PlannedYear("y", Map.of("A", 12.0)))),
                1_000L,
                List.of("jvm"),
                List.of(new CaseRecord(
                        "A", "a", Map.of("jvm", "own"), Map.of(), List.of(), List.of(), "", List.of(attempt))));
    }

    private static void remember(Path folder) {
        List<GatedRun> run = RunFinder.of(folder.resolve(RUN));
        try (GateStore store = GateStore.open(folder.resolve(STATE))) {
            store.decide(new GateStore.Terms(POLICY, Set.of(), false), run, run);
            store.histories().pin(run);
        }
    }
}
