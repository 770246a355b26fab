package org.ticktoquote.analysis.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.summary.AttributionFigures;
import org.ticktoquote.analysis.summary.LimitFigure;
import org.ticktoquote.analysis.summary.MeasuredPart;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.PairSummary;
import org.ticktoquote.analysis.summary.ReplayWindow;
import org.ticktoquote.analysis.summary.RunLatencies;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/** A made-up run with the proportions of a real one: 70 s around an announcement, 25 sessions, 15 pairs. */
final class SampleRun {
    private static final int SESSIONS = 25;
    private static final List<String> SYMBOLS = List.of(
            "EUR/USD", "USD/JPY", "GBP/USD", "AUD/USD", "USD/CHF", "USD/CAD", "NZD/USD", "EUR/GBP", "EUR/JPY",
            "GBP/JPY", "EUR/CHF", "AUD/JPY", "CHF/JPY", "EUR/AUD", "XAU/USD");
    private static final int SECONDS = 70;
    private static final int DUE = 9_480;
    private static final SessionEvents NO_EVENTS = new SessionEvents(
            new SessionEvents.Connection(1, 0, 0, 0, 0, 0, 0),
            new SessionEvents.Rejections(0, 0),
            new SessionEvents.Updates(0, 0, 0, 0),
            new SessionEvents.Books(0, 0, 0, 0, 0),
            0,
            0,
            0,
            0,
            0,
            0);
    private static final String SHA256 = "9f2c1d7be0a4583367d1c0b2a9e8f7d6c5b4a3928170615f4e3d2c1b0a998877";

    private final Random random = new Random(20140502);
    private final Verdict verdict;
    private final List<Reason> reasons;
    private final long lost;
    private final String firstSession;
    private final boolean byPrice;

    SampleRun(Verdict verdict, List<Reason> reasons, long lost, String firstSession) {
        this(verdict, reasons, lost, firstSession, false);
    }

    private SampleRun(Verdict verdict, List<Reason> reasons, long lost, String firstSession, boolean byPrice) {
        this.byPrice = byPrice;
        this.verdict = verdict;
        this.reasons = reasons;
        this.lost = lost;
        this.firstSession = firstSession;
    }

    static SampleRun degraded() {
        return new SampleRun(
                Verdict.DEGRADED,
                List.of(new Reason(
                        "replay-lag-share",
                        0.27,
                        0.1,
                        "replay lag p99 is 27 % of response p99, above 10 %",
                        Verdict.DEGRADED)),
                0,
                "CLIENT-00");
    }

    static SampleRun failed() {
        return new SampleRun(
                Verdict.FAILED,
                List.of(new Reason(
                        "lost",
                        700,
                        0,
                        "700 due ticks x sessions had no snapshot before the drain deadline",
                        Verdict.FAILED)),
                700,
                "CLIENT-00");
    }

    static SampleRun disturbed() {
        return new SampleRun(
                Verdict.VOID,
                List.of(
                        new Reason("steal", 0.061, 0.05, "CPU steal was 6.1 %, above 5 %", Verdict.VOID),
                        new Reason(
                                "lost",
                                700,
                                0,
                                "700 due ticks x sessions had no snapshot before the drain deadline",
                                Verdict.FAILED)),
                700,
                "CLIENT-00");
    }

    /** The same runs with snapshots that name no tick and prices that were learned. */
    SampleRun matchedByPrice() {
        return new SampleRun(verdict, reasons, lost, firstSession, true);
    }

    ReportData data() {
        long[] lag = new long[DUE];
        long[] first = new long[DUE];
        long[] median = new long[DUE];
        long[] last = new long[DUE];
        long[] skew = new long[DUE];
        long[] response = new long[DUE * SESSIONS];
        long[] service = new long[DUE * SESSIONS];
        long[] age = new long[DUE * SESSIONS * 9 / 10];
        for (int tick = 0; tick < DUE; tick++) {
            lag[tick] = random.nextInt(10) == 0 ? (long) logNormal(60_000, 1.1) : random.nextInt(900);
            double stall = random.nextInt(700) == 0 ? logNormal(4e6, 0.5) : 0;
            long application = (long) (logNormal(210_000, 0.5) + stall);
            for (int session = 0; session < SESSIONS; session++) {
                long path = application + session * 9_000L + (long) logNormal(20_000, 0.9);
                service[tick * SESSIONS + session] = path;
                response[tick * SESSIONS + session] = path + lag[tick];
                int snapshot = tick * SESSIONS + session;
                if (snapshot < age.length) {
                    age[snapshot] = (long) (path * 0.9);
                }
            }
            first[tick] = application + lag[tick];
            median[tick] = first[tick] + SESSIONS / 2 * 9_000L + (long) logNormal(30_000, 0.4);
            last[tick] = first[tick] + SESSIONS * 9_000L + (long) logNormal(60_000, 0.6);
            skew[tick] = last[tick] - first[tick];
        }
        long lostTicks = lost / SESSIONS;
        Map<String, Sample> samples = new LinkedHashMap<>();
        Stream.of(
                        Sample.of("lastClientNs", "due ticks", last, lostTicks),
                        Sample.of("responseNs", "due ticks x sessions", response, lost),
                        Sample.of("firstClientNs", "due ticks", first, lostTicks),
                        Sample.of("medianClientNs", "due ticks", median, lostTicks),
                        Sample.of("fanOutSkewNs", "due ticks", skew, lostTicks),
                        Sample.of("serviceNs", "due ticks x sessions", service, lost),
                        Sample.of("quoteAgeNs", "matched snapshots", age, 0),
                        Sample.of("replayLagNs", "ticks", lag, 0))
                .forEach(sample -> samples.put(sample.name(), sample));
        List<Curve> curves = samples.values().stream().map(Sample::curve).toList();
        List<Curve> soonest = byPrice
                ? samples.values().stream()
                        .map(sample -> soonest(sample).curve())
                        .toList()
                : List.of();
        Sample all = samples.get("responseNs");
        SampleStaleness stale = staleness(all.every(1, 0), SESSIONS * SYMBOLS.size());
        return new ReportData(
                new RunAnalysis(
                        manifest(),
                        summary(samples),
                        curves,
                        soonest,
                        List.of(stale.latest(), all.beyond()),
                        byPrice ? List.of(stale.soonest(), soonest(all).beyond()) : List.of()),
                timeLine(),
                Optional.empty());
    }

    /** The replay lag is known in any case. */
    private static Sample soonest(Sample sample) {
        return sample.name().equals("replayLagNs") ? sample : sample.soonest();
    }

    private SampleStaleness staleness(long[] responses, int sessionsAndPairs) {
        long[] soonest =
                byPrice ? Sample.of("responseNs", "", responses, 0).soonest().every(1, 0) : responses;
        return new SampleStaleness(soonest, responses, sessionsAndPairs * (long) SECONDS * 1_000_000_000L);
    }

    private LatencyFigures figures(Sample sample) {
        return byPrice ? LatencyFigures.between(soonest(sample).figures(), sample.figures()) : sample.figures();
    }

    private @Nullable TickOutcomes soonest(TickOutcomes latest) {
        long answered = latest.lost() / 2;
        return byPrice
                ? new TickOutcomes(
                        latest.published() + answered,
                        latest.conflated(),
                        latest.skipped(),
                        latest.unchanged(),
                        latest.lost() - answered,
                        latest.excluded())
                : null;
    }

    private double logNormal(double median, double sigma) {
        return median * StrictMath.exp(sigma * random.nextGaussian());
    }

    private Summary summary(Map<String, Sample> samples) {
        Sample response = samples.get("responseNs");
        TickOutcomes outcomes = new TickOutcomes(231_410, 4_890 - lost, 0, 60_000, lost, 0);
        SnapshotClasses classes = new SnapshotClasses(231_410, 375, 0, 0, 0, byPrice ? 3_120 : 0);
        return new Summary(
                new Summary.Findings(verdict, reasons, List.of()),
                new Summary.About(
                        "2026-11-20T1412-nfp",
                        JournalOrigin.NO_RUN,
                        "2026-11-20T14:12:03Z",
                        "tick-to-quote 0.1.0-SNAPSHOT",
                        "dev"),
                new Summary.Measured(
                        11_852,
                        SESSIONS,
                        SYMBOLS.size(),
                        SHA256,
                        new ReplayWindow("2026-11-06T13:29:55Z", "2026-11-06T13:30:30Z", 1),
                        byPrice ? "price" : "id",
                        AnnualHours.UNSAID),
                new Summary.Counts(outcomes, soonest(outcomes), List.of(), classes),
                new Summary.Figures(
                        RunLatencies.of(
                                latency -> switch (latency) {
                                    case RESPONSE -> figures(response);
                                    case RESPONSE_PUBLISHED -> null;
                                    default -> figures(samples.get(latency.field()));
                                },
                                List.of(SampleMatrix.RARELY_LATE)),
                        staleness(response.every(1, 0), SESSIONS * SYMBOLS.size())
                                .figures()),
                new Summary.Behaviour(
                        new ModelFigures(
                                new ModelFigures.Declared(true, ApplicationModel.BEST_OF_VENUES, Conflation.NONE, 0),
                                new ModelFigures.Due(
                                        DUE, DUE * (long) SESSIONS, byPrice ? 208_012 : DUE * (long) SESSIONS, 0, 0),
                                byPrice ? SampleLearned.of(SESSIONS, SYMBOLS) : List.of(),
                                AttributionFigures.NAMED),
                        SampleAudit.warmUp(),
                        NO_EVENTS),
                new Summary.Parts(sessions(response), pairs(response)),
                List.of(
                        new LimitFigure("steal", 0.012, 0.02, null, 0.05),
                        new LimitFigure("replay-lag-share", 0.27, 0.1, null, 1.0),
                        new LimitFigure("lost", lost, null, 0.0, null)),
                List.of(),
                new Summary.Execution(
                        MeasuredPart.NONE,
                        SampleAudit.of(IntStream.range(0, SESSIONS)
                                .mapToObj(this::name)
                                .toList())));
    }

    private List<SessionSummary> sessions(Sample all) {
        return IntStream.range(0, SESSIONS)
                .mapToObj(session -> {
                    long[] values = all.every(SESSIONS, session);
                    Sample own = Sample.of("responseNs", "due ticks", values, session == 7 ? lost : 0);
                    TickOutcomes outcomes = new TickOutcomes(9_256, 196, 0, 2_400, session == 7 ? lost : 0, 0);
                    return new SessionSummary(
                            session,
                            name(session),
                            session % 5,
                            SYMBOLS.size(),
                            outcomes,
                            soonest(outcomes),
                            new SnapshotClasses(9_256, 15, 0, 0, 0, 0),
                            NO_EVENTS,
                            figures(own),
                            staleness(values, SYMBOLS.size()).figures());
                })
                .toList();
    }

    private List<PairSummary> pairs(Sample all) {
        return IntStream.range(0, SYMBOLS.size())
                .mapToObj(pair -> {
                    long[] values = all.every(SYMBOLS.size(), pair);
                    TickOutcomes outcomes = new TickOutcomes(15_427, 326, 0, 4_000, pair == 3 ? lost : 0, 0);
                    Sample own = Sample.of("responseNs", "due ticks x sessions", values, pair == 3 ? lost : 0);
                    return new PairSummary(
                            pair,
                            SYMBOLS.get(pair),
                            790,
                            outcomes,
                            soonest(outcomes),
                            figures(own),
                            staleness(values, SESSIONS).figures(),
                            0);
                })
                .toList();
    }

    private String name(int session) {
        return session == 0 ? firstSession : String.format("CLIENT-%02d", session);
    }

    private RunManifest manifest() {
        List<Instrument> instruments = IntStream.range(0, SYMBOLS.size())
                .mapToObj(id -> new Instrument(id, SYMBOLS.get(id), 100_000, 10_000))
                .toList();
        List<Integer> ids = instruments.stream().map(Instrument::id).toList();
        List<SessionPlan> sessions = IntStream.range(0, SESSIONS)
                .mapToObj(i -> new SessionPlan(i, name(i), i % 5, ids))
                .toList();
        Map<String, String> host = new LinkedHashMap<>();
        host.put("cpu", "2 x Intel Xeon, 1 socket, no SMT");
        host.put("kernel", "Linux 6.1.0-28-amd64");
        host.put("clock source", "tsc");
        host.put("jvm", "OpenJDK 64-Bit Server VM 17.0.13+11");
        host.put("jvm flags", "-Xms512m -Xmx512m -XX:+UseG1GC -Xlog:gc*,safepoint=info:file=gc.log");
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        RunManifest.COMPLETE,
                        "2026-11-20T1412-nfp",
                        JournalOrigin.NO_RUN,
                        "2026-11-20T14:12:03Z",
                        "tick-to-quote 0.1.0-SNAPSHOT",
                        "dev"),
                new RunManifest.Recording(
                        "recordings/nfp-seed-1.recording",
                        SHA256,
                        instruments,
                        List.of("LD4", "NY4"),
                        1_399_033_800_000_000_000L),
                new RunManifest.Replay(
                        "udp://127.0.0.1:40001",
                        1,
                        1_399_033_790_000_000_000L,
                        1_399_033_860_000_000_000L,
                        11_852,
                        "",
                        5_000_000_000L,
                        80_000_000_000L,
                        0,
                        true),
                sessions,
                new RunManifest.Declared(
                        byPrice ? Matching.byPrice(Matching.LEARNED) : Matching.byId(278, "decimal"),
                        new ApplicationModel(
                                true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L, 1L, 2L, 3L, 5L), 0),
                        new Conflation(Conflation.NONE, 0)),
                SampleAudit.warmUp(),
                new RunManifest.Observed(ends(), host, Map.of("steal", 0.012, "udp-drops", 0.0, "hiccup-share", 0.004)),
                new RunManifest.Time(List.of(new ClockPair(1, 2, 3)), Map.of()));
    }

    private static List<ProcessEnd> ends() {
        return List.of(
                end(
                        "replayer",
                        "java -jar t2q.jar replay --recording nfp-seed-1.recording --feed udp://127.0.0.1:40001"),
                end("pricing-app", "java -jar t2q.jar pricing-app --feed udp://127.0.0.1:40001 --port 0"),
                end("fix-clients", "java -jar t2q.jar fix-clients --sessions 25"));
    }

    private static ProcessEnd end(String role, String command) {
        return new ProcessEnd(role, List.of(command.split(" ")), 4711, ProcessEnd.NORMAL, 0, "", 81_000_000_000L);
    }

    private List<TimeBucket> timeLine() {
        List<TimeBucket> buckets = new ArrayList<>();
        for (int i = 0; i < SECONDS * 10; i++) {
            double fromS = i / 10.0;
            double rate = fromS < 10 ? 9 : fromS < 10.6 ? 2 : 6 + 34 * StrictMath.exp(-(fromS - 10.6) / 9);
            long ticks = Math.max(0, Math.round(rate * (0.6 + 0.8 * random.nextDouble())));
            long worst = LongStream.range(0, Math.max(1, ticks))
                    .map(tick -> (long) logNormal(430_000, 0.4))
                    .max()
                    .orElse(0);
            long spike = random.nextInt(60) == 0 ? (long) logNormal(6e6, 0.5) : 0;
            long lag = ticks == 0 ? 0 : (long) logNormal(40_000, 1.0);
            buckets.add(new TimeBucket(
                    fromS, ticks, ticks == 0 ? null : (Long) (worst + spike), lag, i > 120 && i < 127 ? lost / 6 : 0));
        }
        return buckets;
    }
}
