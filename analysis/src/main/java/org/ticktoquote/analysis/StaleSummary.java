package org.ticktoquote.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.analysis.distribution.BeyondCurve;
import org.ticktoquote.analysis.distribution.TimeDistribution;
import org.ticktoquote.analysis.measures.Basis;
import org.ticktoquote.analysis.measures.Group;
import org.ticktoquote.analysis.measures.RunMeasures;
import org.ticktoquote.analysis.measures.StaleSums;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.summary.StaleCell;
import org.ticktoquote.analysis.summary.StaleFigures;
import org.ticktoquote.analysis.summary.StaleFigures.Beyond;
import org.ticktoquote.analysis.summary.StaleFigures.Interval;
import org.ticktoquote.core.run.RunManifest;

/** Converts staleness to the figures of {@code summary.json}. */
final class StaleSummary {
    private static final String LABEL =
            "staleness: age of the oldest due tick newer than the price, over the time of every session x pair";

    private final RunManifest manifest;
    private final MatchedRun run;
    private final long lastIntendedNs;

    /** Session and pair. */
    private record SessionPair(int session, int instrument) {}

    StaleSummary(RunManifest manifest, MatchedRun run) {
        this.manifest = manifest;
        this.run = run;
        long ticks = run.latest().results().ticks();
        this.lastIntendedNs = ticks == 0 ? 0 : run.latest().results().intendedNs(ticks);
    }

    StaleFigures all() {
        return figures(sessionPairs(), Staleness::all, RunMeasures::all);
    }

    StaleFigures session(int position) {
        List<SessionPair> own = sessionPairs().stream()
                .filter(pair -> pair.session() == position)
                .toList();
        return figures(
                own,
                staleness -> staleness.sessions().get(position),
                measures -> measures.sessions().get(position));
    }

    StaleFigures pair(int instrument) {
        List<SessionPair> own = sessionPairs().stream()
                .filter(pair -> pair.instrument() == instrument)
                .toList();
        return figures(
                own,
                staleness -> staleness.pairs().get(instrument),
                measures -> measures.pairs().get(instrument));
    }

    List<StaleCell> cells() {
        return sessionPairs().stream().map(this::cell).toList();
    }

    /** Returns the share of time, then the share of due ticks x sessions, beyond each age under one attribution. */
    List<BeyondCurve> curves(MeasuredBound bound) {
        return List.of(
                bound.staleness().all().beyond("stalenessNs", LABEL, total(bound, sessionPairs())),
                bound.measures().response().beyond());
    }

    private List<SessionPair> sessionPairs() {
        List<SessionPair> sessionPairs = new ArrayList<>();
        for (int session = 0; session < manifest.sessions().size(); session++) {
            for (int instrument : manifest.sessions().get(session).instruments()) {
                sessionPairs.add(new SessionPair(session, instrument));
            }
        }
        return sessionPairs;
    }

    private StaleCell cell(SessionPair pair) {
        List<SessionPair> only = List.of(pair);
        return new StaleCell(
                pair.session(),
                manifest.recording().instruments().get(pair.instrument()).symbol(),
                both(bound -> total(bound, only)),
                both(bound -> sum(bound, only, StaleSums::staleNs)),
                both(bound -> sum(bound, only, StaleSums::unansweredNs)),
                rising(only),
                both(bound -> sum(bound, only, StaleSums::maximumNs)),
                both(bound -> Math.round(bound.staleness()
                        .spent(pair.session(), pair.instrument())
                        .meanNs(total(bound, only)))),
                IntStream.range(0, Staleness.THRESHOLDS_NS.size())
                        .mapToObj(i -> both(bound -> sum(bound, only, spent -> spent.beyondNs(i))))
                        .toList(),
                run.basis() != Basis.SOUND);
    }

    private StaleFigures figures(
            List<SessionPair> sessionPairs,
            Function<Staleness, TimeDistribution> of,
            Function<RunMeasures, Group> ticks) {
        TimeDistribution soonest = of.apply(run.soonest().staleness());
        TimeDistribution latest = run.exact() ? soonest : of.apply(run.latest().staleness());
        return new StaleFigures(
                LABEL,
                both(bound -> total(bound, sessionPairs)),
                both(bound -> sum(bound, sessionPairs, StaleSums::staleNs)),
                both(bound -> sum(bound, sessionPairs, StaleSums::unansweredNs)),
                rising(sessionPairs),
                both(soonest, latest, (bound, times) -> times.maximumNs()),
                both(soonest, latest, (bound, times) -> Math.round(times.meanNs(total(bound, sessionPairs)))),
                percentile(sessionPairs, soonest, latest, 0.5),
                percentile(sessionPairs, soonest, latest, 0.9),
                percentile(sessionPairs, soonest, latest, 0.99),
                percentile(sessionPairs, soonest, latest, 0.999),
                percentile(sessionPairs, soonest, latest, 0.9999),
                IntStream.range(0, Staleness.THRESHOLDS_NS.size())
                        .mapToObj(i -> beyond(i, sessionPairs, ticks))
                        .toList(),
                run.basis() != Basis.SOUND);
    }

    private Interval percentile(
            List<SessionPair> sessionPairs, TimeDistribution soonest, TimeDistribution latest, double share) {
        return both(soonest, latest, (bound, times) -> times.percentile(share, total(bound, sessionPairs)));
    }

    private Beyond beyond(int threshold, List<SessionPair> sessionPairs, Function<RunMeasures, Group> ticks) {
        ToLongFunction<MeasuredBound> time = bound -> sum(bound, sessionPairs, spent -> spent.beyondNs(threshold));
        ToDoubleFunction<MeasuredBound> timeShare = bound -> share(time.applyAsLong(bound), total(bound, sessionPairs));
        ToDoubleFunction<MeasuredBound> tickShare = bound -> {
            Group group = ticks.apply(bound.measures());
            return share(group.beyond(threshold), group.responses());
        };
        return new Beyond(
                Staleness.THRESHOLDS_NS.get(threshold),
                both(time),
                timeShare.applyAsDouble(run.soonest()),
                timeShare.applyAsDouble(run.latest()),
                tickShare.applyAsDouble(run.soonest()),
                tickShare.applyAsDouble(run.latest()));
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private Interval both(ToLongFunction<MeasuredBound> figure) {
        return new Interval(figure.applyAsLong(run.soonest()), figure.applyAsLong(run.latest()));
    }

    private Interval both(
            TimeDistribution soonest,
            TimeDistribution latest,
            ToLongBiFunction<MeasuredBound, TimeDistribution> figure) {
        return new Interval(figure.applyAsLong(run.soonest(), soonest), figure.applyAsLong(run.latest(), latest));
    }

    private boolean rising(List<SessionPair> sessionPairs) {
        return Stream.of(run.soonest(), run.latest())
                .anyMatch(bound -> sessionPairs.stream()
                        .anyMatch(pair -> bound.staleness()
                                .spent(pair.session(), pair.instrument())
                                .rising()));
    }

    private long total(MeasuredBound bound, List<SessionPair> sessionPairs) {
        return sessionPairs.stream()
                .mapToLong(pair -> bound.staleness().totalNs(pair.session(), pair.instrument(), lastIntendedNs))
                .sum();
    }

    private static long sum(MeasuredBound bound, List<SessionPair> sessionPairs, ToLongFunction<StaleSums> figure) {
        return sessionPairs.stream()
                .map(pair -> bound.staleness().spent(pair.session(), pair.instrument()))
                .mapToLong(figure)
                .sum();
    }
}
