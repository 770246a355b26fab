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
    private record Place(int session, int instrument) {}

    /** Time by age under both attributions. */
    private record Ages(TimeDistribution soonest, TimeDistribution latest) {}

    StaleSummary(RunManifest manifest, MatchedRun run) {
        this.manifest = manifest;
        this.run = run;
        long ticks = run.latest().results().ticks();
        this.lastIntendedNs = ticks == 0 ? 0 : run.latest().results().intendedNs(ticks);
    }

    StaleFigures all() {
        return figures(places(), Staleness::all, RunMeasures::all);
    }

    StaleFigures session(int position) {
        List<Place> own =
                places().stream().filter(place -> place.session() == position).toList();
        return figures(
                own,
                staleness -> staleness.sessions().get(position),
                measures -> measures.sessions().get(position));
    }

    StaleFigures pair(int instrument) {
        List<Place> own = places().stream()
                .filter(place -> place.instrument() == instrument)
                .toList();
        return figures(
                own,
                staleness -> staleness.pairs().get(instrument),
                measures -> measures.pairs().get(instrument));
    }

    List<StaleCell> cells() {
        return places().stream().map(this::cell).toList();
    }

    /** Returns the shares beyond ages under one attribution: of time first, then of the due ticks x sessions. */
    List<BeyondCurve> curves(MeasuredBound bound) {
        return List.of(
                bound.staleness().all().beyond("stalenessNs", LABEL, total(bound, places())),
                bound.measures().response().beyond());
    }

    private List<Place> places() {
        List<Place> places = new ArrayList<>();
        for (int session = 0; session < manifest.sessions().size(); session++) {
            for (int instrument : manifest.sessions().get(session).instruments()) {
                places.add(new Place(session, instrument));
            }
        }
        return places;
    }

    private StaleCell cell(Place place) {
        List<Place> only = List.of(place);
        return new StaleCell(
                place.session(),
                manifest.recording().instruments().get(place.instrument()).symbol(),
                both(bound -> total(bound, only)),
                both(bound -> sum(bound, only, StaleSums::staleNs)),
                both(bound -> sum(bound, only, StaleSums::unansweredNs)),
                rising(only),
                both(bound -> sum(bound, only, StaleSums::maximumNs)),
                both(bound -> Math.round(bound.staleness()
                        .spent(place.session(), place.instrument())
                        .meanNs(total(bound, only)))),
                IntStream.range(0, Staleness.THRESHOLDS_NS.size())
                        .mapToObj(i -> both(bound -> sum(bound, only, spent -> spent.beyondNs(i))))
                        .toList(),
                run.basis() != Basis.SOUND);
    }

    private StaleFigures figures(
            List<Place> places, Function<Staleness, TimeDistribution> of, Function<RunMeasures, Group> ticks) {
        Ages ages = new Ages(
                of.apply(run.soonest().staleness()), of.apply(run.latest().staleness()));
        return new StaleFigures(
                LABEL,
                new StaleFigures.Times(
                        both(bound -> total(bound, places)),
                        both(bound -> sum(bound, places, StaleSums::staleNs)),
                        both(bound -> sum(bound, places, StaleSums::unansweredNs)),
                        rising(places)),
                new StaleFigures.Ages(
                        both(ages, (bound, times) -> times.maximumNs()),
                        both(ages, (bound, times) -> Math.round(times.meanNs(total(bound, places)))),
                        percentile(places, ages, 0.5),
                        percentile(places, ages, 0.9),
                        percentile(places, ages, 0.99),
                        percentile(places, ages, 0.999),
                        percentile(places, ages, 0.9999)),
                IntStream.range(0, Staleness.THRESHOLDS_NS.size())
                        .mapToObj(i -> beyond(i, places, ticks))
                        .toList(),
                run.basis() != Basis.SOUND);
    }

    private Interval percentile(List<Place> places, Ages ages, double share) {
        return both(ages, (bound, times) -> times.percentile(share, total(bound, places)));
    }

    private Beyond beyond(int threshold, List<Place> places, Function<RunMeasures, Group> ticks) {
        ToLongFunction<MeasuredBound> time = bound -> sum(bound, places, spent -> spent.beyondNs(threshold));
        ToDoubleFunction<MeasuredBound> timeShare = bound -> share(time.applyAsLong(bound), total(bound, places));
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

    private Interval both(Ages ages, ToLongBiFunction<MeasuredBound, TimeDistribution> figure) {
        return new Interval(
                figure.applyAsLong(run.soonest(), ages.soonest()), figure.applyAsLong(run.latest(), ages.latest()));
    }

    private boolean rising(List<Place> places) {
        return Stream.of(run.soonest(), run.latest())
                .anyMatch(bound -> places.stream()
                        .anyMatch(place -> bound.staleness()
                                .spent(place.session(), place.instrument())
                                .rising()));
    }

    private long total(MeasuredBound bound, List<Place> places) {
        return places.stream()
                .mapToLong(place -> bound.staleness().totalNs(place.session(), place.instrument(), lastIntendedNs))
                .sum();
    }

    private static long sum(MeasuredBound bound, List<Place> places, ToLongFunction<StaleSums> figure) {
        return places.stream()
                .map(place -> bound.staleness().spent(place.session(), place.instrument()))
                .mapToLong(figure)
                .sum();
    }
}
