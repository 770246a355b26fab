package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.annual.AnnualBase;
import org.ticktoquote.analysis.annual.Annualisation;
import org.ticktoquote.analysis.annual.PlannedYear;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.files.CurvesFile;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.analysis.summary.LevelOutcome;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.Seal;

/**
 * A matrix directory made by hand: runs of 2,000 ticks that all take the same time, but for 20 spikes of ten times that,
 * 100 ticks apart. So p50 and p99 are the plain time with 20 episodes beyond, and the maximum is ten times that.
 */
public final class MatrixFixture {
    /** Latencies in order; the index is the offset in nanoseconds from the response. */
    private static final List<String> OFFSETS =
            List.of("responseNs", "serviceNs", "quoteAgeNs", "firstClientNs", "medianClientNs", "lastClientNs");

    static final int TICKS = 2_000;
    static final int SPIKES = 20;

    /** Interval between ticks; spikes are 2 s apart. */
    static final long TICK_NS = 20_000_000;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path directory;
    private final List<CaseRecord> cases = new ArrayList<>();
    private Annualisation annual = Annualisation.ofOneRegime(AnnualBase.WHOLE_SECONDS, "NFP hours", null);
    private @Nullable Long referenceNs;
    private long soonerNs;
    private List<LevelOutcome> serviceLevels = List.of();

    public MatrixFixture(Path directory) {
        this.directory = directory;
    }

    /** Properties of a run to create. */
    public record Run(Verdict validity, long plainNs, int lost) {}

    public static Run valid(long plainNs) {
        return new Run(Verdict.VALID, plainNs, 0);
    }

    public MatrixFixture annual(AnnualBase base, @Nullable Double hoursPerYear) {
        annual = Annualisation.ofOneRegime(base, "NFP hours", hoursPerYear);
        return this;
    }

    /** Adds a year of several regimes with a threshold. */
    public MatrixFixture year(long laterThanNs, Map<String, Double> hours) {
        annual = new Annualisation(
                AnnualBase.FX_WEEK, "", null, List.of(laterThanNs), List.of(new PlannedYear("all", hours)));
        return this;
    }

    public MatrixFixture reference(long ns) {
        referenceNs = ns;
        return this;
    }

    /** Matches later runs by price: under the soonest attribution answers come sooner by the given time and nothing is lost. */
    MatrixFixture byPrice(long soonerNs) {
        this.soonerNs = soonerNs;
        return this;
    }

    /** Adds a case on the axes jvm and threads, with one attempt per run. */
    public MatrixFixture with(String name, String jvm, String threads, Run... runs) {
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < runs.length; i++) {
            attempts.add(attempt(i + 1, 1, name, runs[i], List.of()));
        }
        return with(name, jvm, threads, "", attempts);
    }

    /** Adds a case on hotspot and unmanaged threads, with a valid run for each time. */
    public MatrixFixture with(String name, long... plainNs) {
        Run[] runs = LongStream.of(plainNs).mapToObj(MatrixFixture::valid).toArray(Run[]::new);
        return with(name, "hotspot", "unmanaged", runs);
    }

    /** Adds a case on hotspot and unmanaged threads with the attempts. */
    MatrixFixture with(String name, List<Attempt> attempts) {
        return with(name, "hotspot", "unmanaged", "", attempts);
    }

    public MatrixFixture notRun(String name, String jvm, String threads, String reason) {
        return with(name, jvm, threads, reason, List.of());
    }

    MatrixFixture with(String name, String jvm, String threads, String notRun, List<Attempt> attempts) {
        Map<String, String> coordinates = new LinkedHashMap<>();
        coordinates.put("jvm", jvm);
        coordinates.put("threads", threads);
        cases.add(new CaseRecord(name, "", coordinates, Map.of(), List.of(), List.of(), notRun, attempts));
        return this;
    }

    /** Adds a further key to the last case. */
    MatrixFixture beside(String key, String value) {
        CaseRecord last = cases.get(cases.size() - 1);
        return replaceLast(Map.of(key, value), last.limits(), last.serviceLevels());
    }

    /** Sets the limits of the last case. */
    public MatrixFixture held(CaseLimit... limits) {
        CaseRecord last = cases.get(cases.size() - 1);
        return replaceLast(last.beside(), List.of(limits), last.serviceLevels());
    }

    /** Sets the service level outcomes of later runs. */
    MatrixFixture judged(LevelOutcome... outcomes) {
        serviceLevels = List.of(outcomes);
        return this;
    }

    /** Sets the service levels of the last case. */
    MatrixFixture heldTo(String... levels) {
        CaseRecord last = cases.get(cases.size() - 1);
        return replaceLast(last.beside(), last.limits(), List.of(levels));
    }

    private MatrixFixture replaceLast(Map<String, String> beside, List<CaseLimit> limits, List<String> levels) {
        CaseRecord last = cases.remove(cases.size() - 1);
        cases.add(new CaseRecord(
                last.name(), last.title(), last.coordinates(), beside, limits, levels, last.notRun(), last.attempts()));
        return this;
    }

    /** Adds a case with one run on a host with the given facts. */
    MatrixFixture on(String name, String jvm, Map<String, String> host) {
        Attempt attempt = attempt(1, 1, name, valid(1_000), List.of());
        write(attempt.directory(), valid(1_000), host, "java -jar app.jar");
        return with(name, jvm, "unmanaged", "", List.of(attempt));
    }

    /** Writes the run and returns its attempt. */
    Attempt attempt(int repeat, int attempt, String name, Run run, List<String> objections) {
        String folder = name + "/run-" + repeat + (attempt == 1 ? "" : "-attempt-" + attempt);
        write(folder, run, Map.of("kernel", "Linux", "fingerprint.jvm", name), "java -jar app.jar");
        return new Attempt(repeat, attempt, folder, null, AttemptState.COMPLETE, run.validity(), "", objections);
    }

    void write(String folder, Run run, Map<String, String> host, String command) {
        RunDirectory path = new RunDirectory(directory.resolve(folder));
        boolean byPrice = soonerNs > 0;
        Figures latest = Figures.of(run.plainNs(), run.lost());
        Figures sooner = byPrice ? Figures.of(run.plainNs() - soonerNs, 0) : latest;
        try {
            Files.createDirectories(path.path());
            Map<String, Object> summary = new LinkedHashMap<>();
            summary.put("validity", run.validity());
            summary.put("identity", JournalOrigin.NO_RUN);
            summary.put("serviceLevels", serviceLevels);
            summary.put("tickOutcomes", new TickOutcomes(TICKS - run.lost(), 0, 0, 0, run.lost(), 0));
            summary.putAll(latest.summary());
            if (byPrice) {
                summary.put("tickOutcomesSoonest", new TickOutcomes(TICKS, 0, 0, 0, 0, 0));
            }
            Files.writeString(
                    path.summary(),
                    Seal.put(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(summary)));
            CurvesFile.write(
                    path.curves(), JournalOrigin.NO_RUN, latest.curves(), byPrice ? sooner.curves() : List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Attributed other = byPrice ? sooner.statistics() : null;
        RunStatistics.of(JournalOrigin.NO_RUN, (TICKS - 1) * TICK_NS, latest.statistics(), other)
                .write(path.statistics());
        manifest(folder, host, command).write(path.manifest());
    }

    /** Figures of one attribution, the same for every run with these values: computed once, because that is slow. */
    private record Figures(Map<String, LatencyFigures> summary, List<Curve> curves, Attributed statistics) {
        private static final Map<List<Long>, Figures> KNOWN = new ConcurrentHashMap<>();

        static Figures of(long plainNs, int lost) {
            return KNOWN.computeIfAbsent(List.of(plainNs, (long) lost), values -> computed(plainNs, lost));
        }

        private static Figures computed(long plainNs, int lost) {
            Map<String, LatencyFigures> summary = new LinkedHashMap<>();
            List<Curve> curves = new ArrayList<>();
            for (String name : Latency.COMPARED_FIELDS) {
                SupportedDistribution latency = distribution(name, plainNs + OFFSETS.indexOf(name), lost);
                summary.put(name, latency.figures());
                curves.add(latency.curve());
            }
            return new Figures(summary, List.copyOf(curves), MatrixFixture.statistics(plainNs, lost));
        }
    }

    /** Each latency is 1 ns longer than the previous one, so that they can be distinguished. */
    private static SupportedDistribution distribution(String name, long plainNs, int lost) {
        Distribution values = new Distribution(name, name, 0);
        for (int tick = 0; tick < TICKS - lost; tick++) {
            values.record(value(tick, plainNs));
        }
        for (int tick = 0; tick < lost; tick++) {
            values.censor();
        }
        return SupportedDistribution.withCurve(values, Support.of(series(plainNs, lost)), true);
    }

    private static TickSeries series(long plainNs, int lost) {
        return visitor -> {
            for (int tick = 0; tick < TICKS; tick++) {
                visitor.accept(tick * TICK_NS, tick < TICKS - lost ? value(tick, plainNs) : TickSeries.LOST);
            }
        };
    }

    /** Statistics at the last client, consistent with the distribution of that latency. */
    private static Attributed statistics(long plainNs, int lost) {
        long lastNs = plainNs + OFFSETS.indexOf(Latency.LAST_CLIENT.field());
        ClientStatistics one = RunStatistics.ofSeries(series(lastNs, lost));
        return new Attributed(one, one, one);
    }

    private static long value(int tick, long plainNs) {
        return tick % (TICKS / SPIKES) == 50 ? 10 * plainNs : plainNs;
    }

    private static RunManifest manifest(String folder, Map<String, String> host, String command) {
        String started = "2026-11-20T14:12:03Z";
        List<String> words = List.of(command.split(" "));
        ProcessEnd application = new ProcessEnd("pricing-app", words, 1, ProcessEnd.NORMAL, 0, "", 1);
        ApplicationModel model = new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L), 0);
        Conflation none = new Conflation(Conflation.NONE, 0);
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        RunManifest.COMPLETE, folder, JournalOrigin.NO_RUN, started, "tick-to-quote", "dev"),
                new RunManifest.Recording("nfp.t2q", "00", List.of(), List.of()),
                new RunManifest.Replay("udp://127.0.0.1:40001", 1, 0, 1, TICKS, "", 1, 2, 0, true),
                List.of(),
                new RunManifest.Declared(Matching.byId(278, "decimal"), model, none),
                new RunManifest.WarmUp(1, 1, true, List.of(), 0.25),
                new RunManifest.Observed(List.of(application), host, Map.of()),
                new RunManifest.Time(List.of(new ClockPair(1, 2, 3)), Map.of()));
    }

    /** Writes {@code matrix.json}; the first case is the baseline. */
    public Path write() {
        record(annual, referenceNs, List.of("jvm", "threads"), cases).write(directory.resolve(MatrixRecord.FILE));
        return directory;
    }

    /** Returns a matrix whose first case is the baseline. */
    public static MatrixRecord record(
            Annualisation annual, @Nullable Long referenceNs, List<String> axes, List<CaseRecord> cases) {
        return new MatrixRecord(
                MatrixRecord.FORMAT_VERSION,
                "tick-to-quote",
                "pv",
                "",
                "2026-11-20T14:12:03Z",
                "00",
                3,
                42,
                cases.get(0).name(),
                annual,
                referenceNs,
                axes,
                cases);
    }

    /** Compares and returns the first case. */
    CaseComparison first() {
        return compare().cases().get(0);
    }

    public MatrixComparison compare() {
        return MatrixComparison.of(write());
    }
}
