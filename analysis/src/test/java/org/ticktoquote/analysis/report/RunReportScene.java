package org.ticktoquote.analysis.report;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.LatencyFigures.Extremes;
import org.ticktoquote.analysis.distribution.PercentileFigure;
import org.ticktoquote.analysis.statistics.LateShare;
import org.ticktoquote.analysis.summary.DrainFigures;
import org.ticktoquote.analysis.summary.DriftFigures;
import org.ticktoquote.analysis.summary.HarnessShare;
import org.ticktoquote.analysis.summary.HeldFigures;
import org.ticktoquote.analysis.summary.LearnedFigures;
import org.ticktoquote.analysis.summary.MeasuredPart;
import org.ticktoquote.analysis.summary.ModelFigures;
import org.ticktoquote.analysis.summary.PriceCheckFigures;
import org.ticktoquote.analysis.summary.ReplayWindow;
import org.ticktoquote.analysis.summary.RunLatencies;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.SnapshotClasses;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.analysis.summary.StaleFigures.Beyond;
import org.ticktoquote.analysis.summary.StaleFigures.Interval;
import org.ticktoquote.analysis.summary.Summary;
import org.ticktoquote.analysis.summary.TailFigures;
import org.ticktoquote.analysis.summary.TickOutcomes;
import org.ticktoquote.analysis.validity.ExcusedCharge;
import org.ticktoquote.analysis.validity.Reason;
import org.ticktoquote.analysis.validity.Verdict;
import org.ticktoquote.core.run.AnnualHours;
import org.ticktoquote.core.run.RunManifest;

/** Summaries of small runs, and the table of one. */
abstract class RunReportScene {
    static final long MS = 1_000_000;
    static final SelfAuditFigures NO_AUDIT = new SelfAuditFigures(
            List.of(),
            0,
            0,
            List.of(),
            new TailFigures(0, 0, false),
            List.of(),
            new HarnessShare(null, ShareFigures.NONE, ShareFigures.NONE));
    private static final StaleFigures STALENESS = new StaleFigures(
            "staleness",
            new Interval(100_000 * MS, 100_000 * MS),
            new Interval(2_000 * MS, 3_000 * MS),
            new Interval(0, 500 * MS),
            true,
            new Interval(80 * MS, 90 * MS),
            new Interval(MS / 10, MS / 10),
            new Interval(0, 0),
            new Interval(0, 0),
            new Interval(1_200_000, 1_350_000),
            new Interval(9 * MS, 9 * MS),
            new Interval(40 * MS, 40 * MS),
            List.of(
                    new Beyond(MS, new Interval(420 * MS, 420 * MS), 0.0042, 0.0042, 0.008, 0.011),
                    new Beyond(500 * MS, new Interval(0, 0), 0, 0, 0, 0)),
            false);

    AnnualHours annual = AnnualHours.UNDECLARED;
    long onlyZeroSizes;
    long backToLastSent;
    long perhapsConflated;
    PriceCheckFigures priceCheck = PriceCheckFigures.NONE;
    List<ExcusedCharge> excused = List.of();
    List<String> atMost = List.of();
    MeasuredPart measuredPart = new MeasuredPart(DrainFigures.NONE, DriftFigures.NONE, HeldFigures.NONE);
    List<LateShare> late = List.of();
    String matchedByInIntervals = "price";

    static LatencyFigures latency(long censored, @Nullable Long maxNs) {
        PercentileFigure sound = new PercentileFigure(2 * MS, 2 * MS, true, 40);
        PercentileFigure thin = new PercentileFigure(3 * MS, 3 * MS, false, 4);
        PercentileFigure refused = new PercentileFigure(3 * MS, null, false, 1);
        PercentileFigure tail = censored > 0 ? refused : thin;
        Extremes extremes = new Extremes(1_000, censored, 1_000 - censored, censored, 0, MS, maxNs, maxNs);
        return TinyRun.figures("", extremes, sound, sound, thin, tail, tail);
    }

    /** Figures if every tick was lost. */
    static LatencyFigures unanswered(long lost) {
        PercentileFigure none = new PercentileFigure(null, null, false, 0);
        Extremes extremes = new Extremes(lost, lost, 0, lost, 0, null, null, null);
        return TinyRun.figures("", extremes, none, none, none, none, none);
    }

    String valid() {
        return table(summary(Verdict.VALID, 0, List.of()));
    }

    Summary summary(Verdict verdict, long lost, List<Reason> reasons) {
        return summary(verdict, lost, reasons, NO_AUDIT);
    }

    Summary summary(Verdict verdict, long lost, List<Reason> reasons, SelfAuditFigures audit) {
        LatencyFigures figures = latency(lost, lost > 0 ? null : Long.valueOf(9 * MS));
        return summary(verdict, lost, reasons, figures, null, null, List.of(), audit);
    }

    /** By the soonest attribution nothing is lost and every answer is slightly earlier. */
    Summary matchedByPrice(List<LearnedFigures> learned) {
        PercentileFigure sound = new PercentileFigure(1_800_000L, 1_800_000L, true, 40);
        PercentileFigure thin = new PercentileFigure(950_000L, 950_000L, false, 7);
        Extremes extremes = new Extremes(1_000, 0, 1_000, 0, 0, MS, 8 * MS, 2 * MS);
        LatencyFigures soonest = TinyRun.figures("", extremes, sound, sound, thin, thin, thin);
        return summary(
                Verdict.VALID,
                10,
                List.of(),
                LatencyFigures.between(soonest, latency(10, null)),
                null,
                new TickOutcomes(990, 4, 3, 2, 0, 1),
                learned,
                NO_AUDIT);
    }

    Summary summary(
            Verdict verdict,
            long lost,
            List<Reason> reasons,
            LatencyFigures figures,
            @Nullable LatencyFigures published,
            @Nullable TickOutcomes soonest,
            List<LearnedFigures> learned,
            SelfAuditFigures audit) {
        boolean exact = soonest == null;
        return new Summary(
                new Summary.Findings(verdict, reasons, excused, List.of()),
                new Summary.About("some-run", new UUID(0, 0), "2026-01-01T00:00:00Z", "t2q", "dev"),
                new Summary.Measured(
                        500,
                        2,
                        3,
                        "ab",
                        new ReplayWindow("2026-11-06T13:29:55Z", "2026-11-06T13:30:30Z", 1),
                        exact ? "id" : matchedByInIntervals,
                        annual),
                new Summary.Counts(
                        new TickOutcomes(980, 4, 3, 2, lost, 1),
                        soonest,
                        atMost,
                        new SnapshotClasses(980, 6, 0, 0, 0, exact ? 0 : 14, 0, 0)),
                RunLatencies.of(latency -> latency == Latency.RESPONSE_PUBLISHED ? published : figures),
                late,
                STALENESS,
                model(exact, learned),
                new RunManifest.WarmUp(0, 0, true, List.of(), 0.5),
                TinyRun.events(2, onlyZeroSizes),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                measuredPart,
                audit);
    }

    private ModelFigures model(boolean exact, List<LearnedFigures> learned) {
        return new ModelFigures(
                true,
                "single",
                "none",
                0,
                500,
                1000,
                exact ? 1000 : 982,
                0,
                exact ? 0 : 2,
                learned,
                TinyRun.NAMED,
                priceCheck,
                true,
                backToLastSent,
                perhapsConflated);
    }

    static LearnedFigures learned(int session, int explained) {
        return new LearnedFigures(session, "EUR/USD", 0, 0, 1, 1_000, explained, explained >= 990, false);
    }

    static List<String> lines(Summary summary) {
        return RunReport.lines(summary, Map.of(), "RUN");
    }

    String table(Summary summary) {
        return String.join("\n", lines(summary));
    }
}
