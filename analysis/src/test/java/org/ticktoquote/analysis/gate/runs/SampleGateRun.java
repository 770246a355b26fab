package org.ticktoquote.analysis.gate.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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

/** A run on the disk as a gate reads it, with statistics as they are wanted; 2,000 ticks or so many, 10 ms apart. */
public final class SampleGateRun {
    private static final int TICKS = 2_000;
    private static final long STEP_NS = 10_000_000;

    private final Path path;
    private final Map<String, String> host = new LinkedHashMap<>(Map.of(
            "fingerprint.cpu-model", "a CPU", "applicationJava", "a JVM", "clockCheck", "another one in every run"));
    private String validity = "VALID";
    private String state = RunManifest.COMPLETE;
    private String application = "java -jar /opt/old/app.jar";
    private String startedAt = "2026-11-20T14:12:00Z";
    private double factor = 1;
    private @Nullable Double soonestFactor;
    private int ticks = TICKS;
    private int lost;
    private final Map<String, String> serviceLevels = new LinkedHashMap<>();

    private SampleGateRun(Path path) {
        this.path = path;
    }

    /** To be written into a directory. */
    public static SampleGateRun at(Path path) {
        return new SampleGateRun(path);
    }

    /** Three or more runs in a folder, so much slower, a little apart from each other. */
    public static List<Path> several(Path folder, int runs, double factor) {
        List<Path> written = new ArrayList<>();
        for (int i = 1; i <= runs; i++) {
            written.add(at(folder.resolve("run-" + i))
                    .factor(factor * (1 + 0.002 * (i % 3 - 1)))
                    .started(Instant.parse("2026-11-20T14:00:00Z")
                            .plusSeconds(600L * i)
                            .toString())
                    .write());
        }
        return written;
    }

    public SampleGateRun factor(double times) {
        factor = times;
        return this;
    }

    public SampleGateRun soonest(double times) {
        soonestFactor = times;
        return this;
    }

    public SampleGateRun validity(String verdict) {
        validity = verdict;
        return this;
    }

    public SampleGateRun state(String other) {
        state = other;
        return this;
    }

    public SampleGateRun application(String command) {
        application = command;
        return this;
    }

    public SampleGateRun fact(String name, String value) {
        host.put(name, value);
        return this;
    }

    /** Made beside another one. */
    public SampleGateRun beside(Path other) {
        return fact("duet.partner", identity(other).toString());
    }

    private static UUID identity(Path run) {
        return UUID.nameUUIDFromBytes(run.toString().getBytes(StandardCharsets.UTF_8));
    }

    public SampleGateRun started(String at) {
        startedAt = at;
        return this;
    }

    public SampleGateRun lost(int number) {
        lost = number;
        return this;
    }

    /** So many ticks: each has a value of its own, so that few make short files. */
    public SampleGateRun ticks(int number) {
        ticks = number;
        return this;
    }

    /** What became of a service level: met, broken or undecided. */
    public SampleGateRun level(String level, String became) {
        serviceLevels.put(level, became);
        return this;
    }

    private String serviceLevels() {
        return serviceLevels.entrySet().stream()
                .map(level -> "{\"level\" : \"" + level.getKey() + "\", \"state\" : \"" + level.getValue() + "\"}")
                .collect(Collectors.joining(", "));
    }

    /** Writes it. */
    public Path write() {
        UUID identity = identity(path);
        RunDirectory directory = new RunDirectory(path);
        try {
            Files.createDirectories(path);
            manifest(identity).write(directory.manifest());
            Files.writeString(
                    directory.summary(),
                    Seal.put("{\n  \"identity\" : \"" + identity + "\",\n  \"validity\" : \"" + validity
                            + "\",\n  \"reasons\" : [ {\"rule\" : \"a-rule\", \"verdict\" : \"" + validity
                            + "\", \"text\" : \"a <b>reason</b>\"} ],\n  \"serviceLevels\" : [ " + serviceLevels()
                            + " ]\n}\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Double other = soonestFactor;
        new RunStatistics(
                        RunStatistics.FORMAT_VERSION,
                        identity,
                        ticks * STEP_NS,
                        attributed(factor),
                        other == null ? null : attributed(other))
                .write(directory.statistics());
        return path;
    }

    private Attributed attributed(double times) {
        TickSeries series = visitor -> {
            for (int i = 0; i < ticks; i++) {
                long valueNs = Math.round(times * (200_000 + 1_000.0 * (i * 7_919L % ticks)));
                visitor.tick(i * STEP_NS, i < lost ? TickSeries.LOST : valueNs);
            }
        };
        ClientStatistics figures = RunStatistics.ofSeries(series);
        return new Attributed(figures, figures, figures);
    }

    private RunManifest manifest(UUID identity) {
        List<ProcessEnd> processes = List.of(
                ended(Role.REPLAYER, "java", "-jar", "t2q.jar", "replay", "--run", path.toString()),
                ended(Role.CLIENTS, "java", "-jar", "t2q.jar", "clients", "--run", path.toString()),
                ended(Role.APPLICATION, (application + " --log=" + path + "/app.log").split(" ")));
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        state, String.valueOf(path.getFileName()), identity, startedAt, "tick-to-quote test", "lab"),
                new RunManifest.Recording("a.t2q", "ab", List.of(), List.of("A")),
                new RunManifest.Replay("udp://127.0.0.1:4711", 1, 10, 20, ticks, "cd", 10, 20, 0, true),
                List.of(),
                new RunManifest.Declared(
                        Matching.byId(278, "decimal"),
                        new ApplicationModel(true, ApplicationModel.SINGLE, true, 0, List.of(0L), 0),
                        new Conflation(Conflation.NONE, 0)),
                new RunManifest.WarmUp(100, 100, true, List.of(1L), 0.5),
                new RunManifest.Observed(processes, host, Map.of()),
                new RunManifest.Time(
                        List.of(new ClockPair(1, 1_000_000_001L, 50), new ClockPair(1_001, 1_000_001_001L, 50)),
                        Map.of()));
    }

    private static ProcessEnd ended(String role, String... command) {
        return new ProcessEnd(role, List.of(command), 1, ProcessEnd.NORMAL, 0, "", 1);
    }
}
