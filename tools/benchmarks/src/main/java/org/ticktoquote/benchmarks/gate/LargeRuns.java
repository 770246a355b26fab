package org.ticktoquote.benchmarks.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.Seal;

/**
 * Writes simulated runs with many ticks for a gate to read, as run.json, summary.json and statistics.json. Seeded.
 *
 * <p>{@code java -cp tools/benchmarks/target/benchmarks.jar org.ticktoquote.benchmarks.gate.LargeRuns FOLDER [RUNS [TICKS
 * [SEED]]]}. To measure the gate, time {@code t2q gate FOLDER --baseline ANOTHER} afterwards.
 */
public final class LargeRuns {
    private static final int RUNS = 10;
    private static final int TICKS = 10_000_000;
    private static final long STEP_NS = 50_000_000;
    private static final double MEDIAN_NS = 60_000;
    private static final double SPREAD = 0.25;
    private static final double RUN_SPREAD = 0.008;
    private static final int PAUSE_EVERY = 20_000;
    private static final long PAUSE_NS = 6_000_000;
    private static final double NS_PER_SECOND = 1e9;

    private LargeRuns() {}

    /** @param args folder, runs (10), ticks per run (10,000,000) and seed (1) */
    @SuppressWarnings("SystemOut")
    public static void main(String... args) throws IOException {
        Path folder = Path.of(args[0]);
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : RUNS;
        int ticks = args.length > 2 ? Integer.parseInt(args[2]) : TICKS;
        long seed = args.length > 3 ? Long.parseLong(args[3]) : 1;
        for (int run = 1; run <= runs; run++) {
            TickSeries series = series(ticks, new SplittableRandom(seed * 1_000_003 + run));
            long fromNs = System.nanoTime();
            ClientStatistics statistics = RunStatistics.ofSeries(series);
            System.out.printf(
                    Locale.ROOT,
                    "run %d: statistics of %,d ticks in %.1f s%n",
                    run,
                    ticks,
                    (System.nanoTime() - fromNs) / NS_PER_SECOND);
            write(folder.resolve("run-" + run), statistics, ticks);
        }
    }

    private static TickSeries series(int ticks, SplittableRandom random) {
        double effect = RUN_SPREAD * Rig.student(random);
        long[] values = new long[ticks];
        long endsNs = 0;
        for (int i = 0; i < ticks; i++) {
            endsNs = random.nextInt(PAUSE_EVERY) == 0 ? i * STEP_NS + PAUSE_NS + 3 * STEP_NS : endsNs;
            long plainNs = Math.round(MEDIAN_NS * Math.exp(effect + SPREAD * Rig.normal(random)));
            values[i] = Math.max(plainNs, endsNs - i * STEP_NS);
        }
        return visitor -> {
            for (int i = 0; i < ticks; i++) {
                visitor.accept(i * STEP_NS, values[i]);
            }
        };
    }

    private static void write(Path path, ClientStatistics statistics, int ticks) throws IOException {
        UUID identity = UUID.nameUUIDFromBytes(path.toString().getBytes(StandardCharsets.UTF_8));
        RunDirectory directory = new RunDirectory(path);
        Files.createDirectories(path);
        manifest(identity, String.valueOf(path.getFileName()), ticks).write(directory.manifest());
        Files.writeString(
                directory.summary(),
                Seal.put("{\n  \"identity\" : \"" + identity
                        + "\",\n  \"validity\" : \"VALID\",\n  \"reasons\" : [ ]\n}\n"));
        RunStatistics.of(identity, ticks * STEP_NS, new Attributed(statistics, statistics, statistics), null)
                .write(directory.statistics());
    }

    private static RunManifest manifest(UUID identity, String name, int ticks) {
        List<ProcessEnd> processes = List.of(
                new ProcessEnd(Role.APPLICATION, List.of("java", "-jar", "app.jar"), 1, ProcessEnd.NORMAL, 0, "", 1));
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        RunManifest.COMPLETE, name, identity, "2026-11-20T14:12:00Z", "tick-to-quote simulated", "lab"),
                new RunManifest.Recording("simulated.t2q", "ab", List.of(), List.of("A")),
                new RunManifest.Replay("udp://127.0.0.1:4711", 1, 10, 20, ticks, "cd", 10, 20, 0, true),
                List.of(),
                new RunManifest.Declared(
                        Matching.byId(278, "decimal"),
                        new ApplicationModel(true, ApplicationModel.SINGLE, true, 0, List.of(0L), 0),
                        new Conflation(Conflation.NONE, 0)),
                new RunManifest.WarmUp(100, 100, true, List.of(1L), 0.5),
                new RunManifest.Observed(processes, Map.of(), Map.of()),
                new RunManifest.Time(
                        List.of(new ClockPair(1, 1_000_000_001L, 50), new ClockPair(1_001, 1_000_001_001L, 50)),
                        Map.of()));
    }
}
