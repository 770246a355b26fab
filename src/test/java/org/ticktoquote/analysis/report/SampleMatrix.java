package org.ticktoquote.analysis.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.files.CurvesFile;
import org.ticktoquote.analysis.matrix.AnnualBase;
import org.ticktoquote.analysis.matrix.Annualisation;
import org.ticktoquote.analysis.matrix.Attempt;
import org.ticktoquote.analysis.matrix.AttemptState;
import org.ticktoquote.analysis.matrix.CaseLimit;
import org.ticktoquote.analysis.matrix.CaseRecord;
import org.ticktoquote.analysis.matrix.ComparedFigure;
import org.ticktoquote.analysis.matrix.ComparedLatency;
import org.ticktoquote.analysis.matrix.MatrixRecord;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.Seal;

/**
 * A made-up matrix with the proportions of a real one: four cases that ran, three runs each, and two that could not; one run
 * FAILED with lost ticks, and one attempt was VOID.
 */
final class SampleMatrix {
    static final LateShare RARELY_LATE =
            new LateShare(5_000_000, 1, 0.01, 12, 0.001, null, null, 0.0001, 0.0004, 12, 1_900, 100_000_000);

    static final String NOT_RUN = "no Zing JVM; give --jvm zing=PATH";
    private static final int SECONDS = 70;
    private static final int DUE = 9_480;
    private static final int SESSIONS = 5;
    private static final int RUNS = 3;
    private static final long TICK_NS = SECONDS * 1_000_000_000L / DUE;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path directory;
    private final List<CaseRecord> cases = new ArrayList<>();
    private final RunManifest manifest = SampleRun.degraded().data().analysis().manifest();
    private @Nullable Long referenceNs = 20_000_000L;
    private String firstName = "PV-001";

    SampleMatrix(Path directory) {
        this.directory = directory;
    }

    /** How a case behaves: its usual response, its spread, and how often and how long it stands still. */
    private record Behaviour(double medianNs, double sigma, int oneStallIn, double stallNs) {}

    SampleMatrix named(String name) {
        firstName = name;
        return this;
    }

    SampleMatrix withoutReference() {
        referenceNs = null;
        return this;
    }

    /** Writes everything; gives the directory. */
    Path write() {
        ran(firstName, "stock", "hotspot", "unmanaged", new Behaviour(410_000, 0.55, 700, 9e6), false);
        ran("PV-002", "stock", "hotspot", "managed", new Behaviour(290_000, 0.4, 900, 6e6), false);
        ran("PV-003", "stock", "zing", "unmanaged", new Behaviour(340_000, 0.45, 2_000, 3e6), true);
        ran("PV-004", "stock", "zing", "managed", new Behaviour(280_000, 0.3, 3_000, 1.2e6), false);
        cases.add(planned("PV-005", "rt", "zing", "unmanaged", NOT_RUN, List.of()));
        cases.add(planned("PV-006", "rt", "zing", "managed", "kernel is stock, the case needs rt", List.of()));
        new MatrixRecord(
                        MatrixRecord.FORMAT_VERSION,
                        "tick-to-quote 0.1.0-SNAPSHOT",
                        "pv",
                        "The six cases: operating system, JVM, thread management.",
                        "2026-11-20T14:12:03Z",
                        "00",
                        RUNS,
                        20140502,
                        firstName,
                        Annualisation.ofOneRegime(AnnualBase.WHOLE_SECONDS, "NFP hour", 12.0),
                        referenceNs,
                        List.of("os", "jvm", "threads"),
                        cases)
                .write(directory.resolve(MatrixRecord.FILE));
        return directory;
    }

    private static CaseRecord planned(
            String name, String os, String jvm, String threads, String notRun, List<Attempt> attempts) {
        Map<String, String> coordinates = new LinkedHashMap<>();
        coordinates.put("os", os);
        coordinates.put("jvm", jvm);
        coordinates.put("threads", threads);
        return new CaseRecord(name, "", coordinates, Map.of(), limits(name), notRun, attempts);
    }

    private static List<CaseLimit> limits(String name) {
        return switch (name) {
            case "PV-001" -> List.of(CaseLimit.of(ComparedLatency.LAST_CLIENT, ComparedFigure.P99, 1_000));
            case "PV-005" -> List.of(CaseLimit.of(ComparedLatency.RESPONSE, ComparedFigure.P50, 1_000));
            default -> List.of();
        };
    }

    private void ran(String name, String os, String jvm, String threads, Behaviour behaviour, boolean troubled) {
        List<Attempt> attempts = new ArrayList<>();
        int place = cases.size();
        for (int run = 1; run <= RUNS; run++) {
            boolean lost = troubled && run == 2;
            Verdict verdict = lost ? Verdict.FAILED : Verdict.DEGRADED;
            String folder = "case-" + place + "/run-" + run;
            write(folder, jvm, threads, behaviour, verdict, lost ? 40 : 0, 100L * place + run);
            attempts.add(new Attempt(
                    run,
                    troubled && run == 1 ? 2 : 1,
                    folder,
                    AttemptState.COMPLETE,
                    verdict,
                    lost ? "lost: 200 ticks x sessions" : "profile dev",
                    List.of()));
        }
        if (troubled) {
            attempts.add(new Attempt(
                    1,
                    1,
                    "case-" + place + "/run-1-attempt-1",
                    AttemptState.COMPLETE,
                    Verdict.VOID,
                    "steal: 6.1 %, limit 5 %",
                    List.of()));
        }
        cases.add(planned(name, os, jvm, threads, "", attempts));
    }

    private void write(
            String folder, String jvm, String threads, Behaviour behaviour, Verdict verdict, int lost, long seed) {
        Random random = new Random(seed);
        double own = 1 + 0.06 * random.nextGaussian();
        long[] last = new long[DUE];
        long[] response = new long[DUE * SESSIONS];
        for (int tick = 0; tick < DUE; tick++) {
            double stall = random.nextInt(behaviour.oneStallIn()) == 0
                    ? behaviour.stallNs() * StrictMath.exp(0.6 * random.nextGaussian())
                    : 0;
            double tail = StrictMath.exp(behaviour.sigma() * random.nextGaussian());
            for (int session = 0; session < SESSIONS; session++) {
                long ns = (long) (behaviour.medianNs() * own * tail + stall + session * 9_000L);
                response[tick * SESSIONS + session] = ns;
                last[tick] = ns;
            }
        }
        int lostCells = lost * SESSIONS;
        List<Sample> samples = List.of(
                Sample.of("responseNs", "response", shortened(response, lostCells), lostCells),
                Sample.of("serviceNs", "service", shortened(times(response, 0.97), lostCells), lostCells),
                Sample.of("quoteAgeNs", "quote age", times(response, 0.9), 0),
                Sample.of("firstClientNs", "first client", shortened(times(last, 0.7), lost), lost),
                Sample.of("medianClientNs", "median client", shortened(times(last, 0.8), lost), lost),
                Sample.of("lastClientNs", "last client", shortened(last, lost), lost));
        RunDirectory run = new RunDirectory(directory.resolve(folder));
        try {
            Files.createDirectories(run.path());
            Map<String, Object> summary = new LinkedHashMap<>();
            summary.put("validity", verdict);
            summary.put(
                    "tickOutcomes",
                    new TickOutcomes((DUE - lost) * (long) SESSIONS, 0, 0, 11_860, (long) lost * SESSIONS, 0));
            summary.put("identity", manifest.identity());
            samples.forEach(sample -> summary.put(sample.name(), sample.figures()));
            Files.writeString(
                    run.summary(),
                    Seal.put(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(summary)));
            CurvesFile.write(
                    run.curves(),
                    manifest.identity(),
                    samples.stream().map(Sample::curve).toList(),
                    List.of());
            ClientStatistics one = statistics(last, lost);
            RunStatistics.of(manifest.identity(), (last.length - 1) * TICK_NS, new Attributed(one, one, one), null)
                    .write(run.statistics());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        manifest(folder, jvm, threads).write(run.manifest());
        ticks(run.tickResults(), last, lost, random);
    }

    /** The last ticks are lost, as in {@link #shortened}. */
    private static ClientStatistics statistics(long[] last, int lost) {
        return RunStatistics.ofSeries(visitor -> {
            for (int tick = 0; tick < last.length; tick++) {
                visitor.tick(tick * TICK_NS, tick < last.length - lost ? last[tick] : TickSeries.LOST);
            }
        });
    }

    private static long[] times(long[] values, double factor) {
        return Arrays.stream(values).map(value -> (long) (value * factor)).toArray();
    }

    private static long[] shortened(long[] values, int lost) {
        return Arrays.copyOf(values, values.length - lost);
    }

    /** Quiet before the announcement, a burst after it. */
    private static void ticks(Path file, long[] responses, int lost, Random random) {
        double[] at = random.doubles(responses.length)
                .map(share -> share < 0.08
                        ? share / 0.08 * 10
                        : 10.6 - 11 * StrictMath.log(1 - (share - 0.08) / 0.92 * 0.995))
                .filter(seconds -> seconds < SECONDS)
                .sorted()
                .toArray();
        try (TickResults results = TickResults.create(file, 1)) {
            for (int i = 0; i < at.length; i++) {
                long intended = (long) (at[i] * 1e9);
                long tick = results.append(intended, intended + 20_000, 0, 0, 1);
                boolean gone = i >= at.length / 2 && i < at.length / 2 + lost;
                results.cell(
                        tick,
                        0,
                        gone ? ResultCell.of(ResultCell.LOST) : ResultCell.of(ResultCell.PUBLISHED, responses[i]));
                results.clients(tick, responses[i], responses[i], responses[i], gone ? 1 : 0);
            }
            results.complete();
        }
    }

    private RunManifest manifest(String folder, String jvm, String threads) {
        Map<String, String> host = new LinkedHashMap<>(manifest.observed().host());
        host.put("fingerprint", folder);
        host.put("fingerprint.kernel", "Linux 6.1.0-28-amd64");
        host.put("fingerprint.governor", threads.equals("managed") ? "performance" : "schedutil");
        host.put("jvm", jvm.equals("zing") ? "Zing 64-Bit Tiered VM 17.0.13" : "OpenJDK 64-Bit Server VM 17.0.13+11");
        host.put(
                "threads", threads.equals("managed") ? "managed (shared): 41 of 41 threads in their set" : "unmanaged");
        return new RunManifest(
                manifest.formatVersion(),
                new RunManifest.About(
                        manifest.about().state(),
                        folder,
                        manifest.identity(),
                        manifest.about().startedAt(),
                        manifest.about().product(),
                        manifest.about().profile()),
                manifest.recording(),
                manifest.replay(),
                manifest.sessions(),
                manifest.declared(),
                manifest.warmUp(),
                new RunManifest.Observed(
                        manifest.observed().processes(),
                        host,
                        manifest.observed().disturbances()),
                manifest.time());
    }
}
