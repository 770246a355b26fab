package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.RunAnalysis;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.summary.AttributionFigures;
import org.ticktoquote.analysis.summary.ConnectionSummary;
import org.ticktoquote.analysis.summary.DrainFigures;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.DriftFigures.Tenth;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.HarnessShare;
import org.ticktoquote.analysis.summary.HeldFigures;
import org.ticktoquote.analysis.summary.HiccupFigures;
import org.ticktoquote.analysis.summary.LearnedFigures;
import org.ticktoquote.analysis.summary.LimitFigure;
import org.ticktoquote.analysis.summary.MeasuredPart;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.NullResponse;
import org.ticktoquote.analysis.summary.PairSummary;
import org.ticktoquote.analysis.summary.PriceCheckFigures;
import org.ticktoquote.analysis.summary.ReplayWindow;
import org.ticktoquote.analysis.summary.RunLatencies;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.SessionEvents;
import org.ticktoquote.analysis.summary.SessionSummary;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.analysis.summary.StaleFigures.Beyond;
import org.ticktoquote.analysis.summary.StaleFigures.Interval;
import org.ticktoquote.analysis.summary.Stall;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.ProcessEnd;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/** A minimal run with one of everything and texts chosen by the test. */
record TinyRun(Verdict verdict, List<Reason> reasons, String outside, boolean byPrice, long announcementNs) {
    private TinyRun(Verdict verdict, List<Reason> reasons, String outside, boolean byPrice) {
        this(verdict, reasons, outside, byPrice, 0);
    }

    TinyRun(Verdict verdict, List<Reason> reasons, String outside) {
        this(verdict, reasons, outside, false);
    }

    /** Snapshots name their ticks. */
    static final AttributionFigures NAMED = new AttributionFigures(true, 0, 0, List.of(), "");

    private static final SessionEvents EVENTS = events(1, 17);

    static SessionEvents events(long logons, long onlyZeroSizes) {
        return new SessionEvents(
                logons, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, onlyZeroSizes, 0);
    }

    /** Returns figures of one attribution. */
    static LatencyFigures figures(String label, Extremes extremes, PercentileFigure... named) {
        return new LatencyFigures(label, extremes, null, named[0], named[1], named[2], named[3], named[4], false);
    }

    static TinyRun valid() {
        return new TinyRun(Verdict.VALID, List.of(), "CLIENT-00");
    }

    /** Snapshots name no tick, and prices are learned. */
    static TinyRun matchedByPrice() {
        return new TinyRun(Verdict.VALID, List.of(), "CLIENT-00", true);
    }

    static TinyRun of(Verdict verdict, String rule, String text) {
        return new TinyRun(verdict, List.of(new Reason(rule, 0.061, 0.05, text, verdict)), "CLIENT-00");
    }

    /** Nine measured values and one lost: the rank of p99 and above is refused. */
    static LatencyFigures figures(String label, long censored) {
        PercentileFigure tail = new PercentileFigure(9_000_000L, censored > 0 ? null : (Long) 9_000_000L, false, 3);
        @Nullable Long exact = censored > 0 ? null : (Long) 9_000_000L;
        PercentileFigure p50 = new PercentileFigure(1_234_567L, 1_234_567L, true, 12);
        PercentileFigure p90 = new PercentileFigure(2_500_000L, 2_500_000L, true, 11);
        Extremes extremes = new Extremes(9 + censored, censored, 9, censored, 0, 412_345L, exact, exact);
        return figures(label, extremes, p50, p90, tail, tail, tail);
    }

    /** The same with an announcement. */
    TinyRun announcedAt(long venueTimeNs) {
        return new TinyRun(verdict, reasons, outside, byPrice, venueTimeNs);
    }

    private SelfAuditFigures audit() {
        HiccupFigures hiccups = new HiccupFigures(70_000, 60_000, 90_000, 400_000, 2_000_000, 501_000_000);
        HarnessProcess clients = new HarnessProcess(
                "fix-clients", hiccups, 7L, 600_000_000L, 501_000_000L, 3L, 1_300_000L, 9L, 8L, 0L, 1L, 0L, "");
        ShareFigures shares = new ShareFigures(1_000L, 2_000L, 3_000L, 123_456L, null, null);
        NullResponse known =
                new NullResponse(NullResponse.FORMAT_VERSION, "2026-11-20T14:12:03Z", "h", "l", 4_711, shares, shares);
        return new SelfAuditFigures(
                List.of(clients),
                1_000_000,
                7,
                List.of(new Stall("fix-clients", 1_250_000_000, 501_000_000, "hiccup")),
                new TailFigures(95, 93, true),
                List.of(new ConnectionSummary(0, outside, 1_000, 250, 5, 17, 2, -1, 3_000_000, 0, 0, 0)),
                new HarnessShare(known, shares, shares));
    }

    /** Nothing lost, and one percentile fewer. */
    private static LatencyFigures soonest() {
        PercentileFigure tail = new PercentileFigure(8_000_000L, 8_000_000L, true, 12);
        PercentileFigure low = new PercentileFigure(2_000_000L, 2_000_000L, true, 13);
        PercentileFigure median = new PercentileFigure(1_234_567L, 1_234_567L, true, 12);
        Extremes extremes = new Extremes(10, 0, 10, 0, 0, 400_000L, 8_000_000L, 3_000_000L);
        return figures("", extremes, median, low, tail, tail, tail);
    }

    /** Stale half of the time, sometimes beyond 5 ms. */
    private static StaleFigures staleness(long moreNs) {
        Interval age = new Interval(6_000_000, 6_000_000 + moreNs);
        Interval none = new Interval(0, 0);
        boolean exact = moreNs == 0;
        Beyond beyond = exact
                ? new Beyond(5_000_000, new Interval(1_500_000, 1_500_000), 0.001, 0.001, 0.1, 0.1)
                : new Beyond(5_000_000, new Interval(1_500_000, 6_300_000), 0.001, 0.0042, 0.1, 0.2);
        return new StaleFigures(
                "staleness",
                new Interval(1_500_000_000, 1_500_000_000),
                new Interval(750_000_000, 750_000_000),
                none,
                !exact,
                age,
                new Interval(1_000_000, 1_000_000),
                none,
                new Interval(2_000_000, 2_000_000),
                age,
                age,
                age,
                List.of(beyond, new Beyond(10_000_000, none, 0, 0, 0, 0)),
                false);
    }

    private List<BeyondCurve> beyond(long moreNs) {
        return List.of(
                new BeyondCurve(
                        "stalenessNs",
                        "staleness",
                        1_500_000_000,
                        List.of(
                                new BeyondCurve.Point(1_000, 740_000_000),
                                new BeyondCurve.Point(5_009_408, 1_000_000 + moreNs),
                                new BeyondCurve.Point(6_000_000 + moreNs, 0))),
                new BeyondCurve(
                        "responseNs",
                        outside,
                        10,
                        List.of(new BeyondCurve.Point(1_000, 10), new BeyondCurve.Point(9_000_000, 1))));
    }

    private List<LearnedFigures> learned() {
        return byPrice
                ? List.of(
                        new LearnedFigures(0, "EUR/USD" + outside, -30_000, 40_000, 10_000, 200, 199, true, false),
                        new LearnedFigures(0, "USD/JPY", 0, 0, 10_000, 30, 11, false, true))
                : List.of();
    }

    private static DriftFigures drift() {
        return new DriftFigures(
                List.of(
                        new Tenth(0, 120, 232.5, 12, 0, 2_000_000L, 4_000_000L),
                        new Tenth(1_250_000_000, 121, 411, 12, 1, 5_000_000L, null)),
                2_000_000L,
                5_000_000L,
                2.5);
    }

    private Summary summary() {
        LatencyFigures latest = figures("due ticks x sessions", 1);
        LatencyFigures one = byPrice ? LatencyFigures.between(soonest(), latest) : latest;
        StaleFigures stale = staleness(byPrice ? 4_000_000 : 0);
        LatencyFigures none = figures("ticks", 0);
        TickOutcomes outcomes = new TickOutcomes(9, 2, 0, 1_200, 1, 0);
        @Nullable TickOutcomes soonestOutcomes = byPrice ? new TickOutcomes(10, 2, 0, 1_200, 0, 0) : null;
        SnapshotClasses classes = new SnapshotClasses(9, 1, 0, 0, 0, byPrice ? 1 : 0, 0, 0);
        return new Summary(
                new Summary.Findings(verdict, reasons, List.of(), List.of()),
                new Summary.About("run-1", JournalOrigin.NO_RUN, "2026-11-20T14:12:03Z", "tick-to-quote 0.1.0", "dev"),
                new Summary.Measured(
                        1_212,
                        1,
                        1,
                        "abc123",
                        new ReplayWindow("2026-11-06T13:29:55Z", "2026-11-06T13:30:30Z", 1),
                        byPrice ? "price" : "id",
                        AnnualHours.UNDECLARED),
                new Summary.Counts(outcomes, soonestOutcomes, List.of(), classes),
                RunLatencies.of(latency -> switch (latency) {
                    case RESPONSE_PUBLISHED -> null;
                    case QUOTE_AGE, REPLAY_LAG -> none;
                    default -> one;
                }),
                List.of(),
                stale,
                new ModelFigures(
                        true,
                        "single",
                        "none",
                        0,
                        12,
                        12,
                        byPrice ? 9 : 12,
                        0,
                        0,
                        learned(),
                        NAMED,
                        PriceCheckFigures.NONE,
                        false,
                        0,
                        0),
                new RunManifest.WarmUp(5, 10, true, List.of(), 0.25),
                EVENTS,
                List.of(new SessionSummary(0, outside, 0, 1, outcomes, soonestOutcomes, classes, EVENTS, one, stale)),
                List.of(new PairSummary(0, "EUR/USD" + outside, 1_212, outcomes, soonestOutcomes, one, stale, 0)),
                List.of(new LimitFigure("steal", 0.012, 0.02, null, 0.05)),
                List.of(),
                new MeasuredPart(DrainFigures.NONE, drift(), HeldFigures.NONE),
                audit());
    }

    ReportData data() {
        List<Curve> curves = List.of(
                new Curve(
                        "responseNs",
                        outside,
                        10,
                        1,
                        List.of(
                                new CurvePoint(0, 412_345, 12, false),
                                new CurvePoint(50, 1_234_567, 12, false),
                                new CurvePoint(90, 9_000_000, 3, false),
                                new CurvePoint(100, 9_000_000, 3, true))),
                new Curve("serviceNs", "nothing", 0, 0, List.of()));
        List<TimeBucket> timeLine =
                List.of(new TimeBucket(0, 12, 9_000_000L, 500, 0), new TimeBucket(0.1, 0, null, 0, 0));
        List<Curve> soonestCurves = List.of(new Curve(
                "responseNs",
                outside,
                10,
                0,
                List.of(
                        new CurvePoint(0, 400_000, 12, false),
                        new CurvePoint(50, 1_234_567, 12, false),
                        new CurvePoint(90, 8_000_000, 12, false),
                        new CurvePoint(100, 8_000_000, 3, false))));
        return new ReportData(
                new RunAnalysis(
                        manifest(),
                        summary(),
                        curves,
                        byPrice ? soonestCurves : List.of(),
                        beyond(byPrice ? 4_000_000 : 0),
                        byPrice ? beyond(0) : List.of(),
                        Optional.empty()),
                timeLine,
                Optional.empty(),
                null,
                null);
    }

    private RunManifest manifest() {
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        RunManifest.COMPLETE,
                        "run-1",
                        JournalOrigin.NO_RUN,
                        "2026-11-20T14:12:03Z",
                        "tick-to-quote 0.1.0",
                        "dev"),
                new RunManifest.Recording(
                        "nfp" + outside,
                        "abc123",
                        List.of(new Instrument(0, "EUR/USD" + outside, 100_000, 10_000)),
                        List.of("A"),
                        announcementNs),
                new RunManifest.Replay("udp://127.0.0.1:40001", 2.5, 0, 1_500_000_000, 1_212, "", 1, 2, 0, true),
                List.of(new SessionPlan(0, outside, 0, List.of(0))),
                new RunManifest.Declared(
                        byPrice ? Matching.byPrice(Matching.LEARNED) : Matching.byId(278, "decimal"),
                        new ApplicationModel(true, "single", true, 0, List.of(0L), 0),
                        new Conflation("none", 0)),
                new RunManifest.WarmUp(5, 10, true, List.of(), 0.25),
                new RunManifest.Observed(
                        List.of(new ProcessEnd("pricing-app", List.of("java", outside), 1, "normal", 0, "", 3)),
                        Map.of("jvm", "OpenJDK 17" + outside),
                        Map.of("steal", 0.012)),
                new RunManifest.Time(List.of(), Map.of()));
    }
}
