package org.ticktoquote.comparison.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;
import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.files.RunFigures;
import org.ticktoquote.analysis.statistics.Attributed;
import org.ticktoquote.analysis.statistics.ClientStatistics;
import org.ticktoquote.analysis.statistics.Exceedance;
import org.ticktoquote.analysis.statistics.LateBlocks;
import org.ticktoquote.analysis.statistics.PercentileBound;
import org.ticktoquote.analysis.statistics.RunStatistics;
import org.ticktoquote.analysis.statistics.ValueCounts;

/**
 * Estimate of a figure from the runs of a case. For a percentile it is a 95 % interval over all ticks, which needs more
 * than one run. For the maximum it ranges from the largest lower to the largest upper bound of the runs.
 *
 * <p>Client latencies use the values of the ticks. Other latencies use their curves, rounding outwards between points. If
 * there are two attributions of snapshots to ticks, the estimate covers the intervals of both.
 *
 * @param lowNs lower end; null if there is none. One end can exist without the other
 * @param highNs upper end; null if there is none
 * @param lost whether the figure has no value because its rank falls among lost ticks
 * @param nothing whether nothing was measured
 * @param supported whether 10 independent ticks lie beyond the figure; always true for the maximum
 * @param refusal reason why an end is missing; empty if both exist
 */
record CaseBound(
        @Nullable Long lowNs, @Nullable Long highNs, boolean lost, boolean nothing, boolean supported, String refusal) {
    private static final String LOST = "its rank falls among the lost ticks";
    private static final double PER_CENT = 100;

    /** Ticks of a run under one attribution, for the lower and for the upper end. */
    private record Ticks(ClientStatistics least, ClientStatistics most) {
        static Ticks of(ClientStatistics exact) {
            return new Ticks(exact, exact);
        }
    }

    /** Computes the estimate from at least one run. */
    static CaseBound of(List<CountedRun> runs, String latency, ComparedFigure figure) {
        if (runs.stream().allMatch(run -> run.figures() == null)) {
            return new CaseBound(null, null, true, true, false, LOST);
        }
        return figure == ComparedFigure.MAX ? max(runs, latency) : percentile(runs, latency, figure);
    }

    private static CaseBound max(List<CountedRun> runs, String latency) {
        List<Bounds> all = runs.stream()
                .flatMap(run -> run.figure(latency, ComparedFigure.MAX))
                .toList();
        if (all.size() < runs.size()) {
            return missing(runs.size() - all.size(), runs.size());
        }
        long low = all.stream().mapToLong(Bounds::lowNs).max().orElseThrow();
        if (all.stream().anyMatch(Bounds::refused)) {
            return new CaseBound(low, null, true, low == 0, true, LOST);
        }
        boolean open = all.stream().anyMatch(bounds -> bounds.highNs() == null);
        @Nullable
        Long high = open
                ? null
                : (Long) all.stream()
                        .flatMap(bounds -> Stream.ofNullable(bounds.highNs()))
                        .mapToLong(Long::longValue)
                        .max()
                        .orElseThrow();
        return new CaseBound(low, high, false, false, true, "");
    }

    private static CaseBound percentile(List<CountedRun> runs, String latency, ComparedFigure figure) {
        return IntStream.of(0, 1)
                .mapToObj(attribution -> percentile(runs, latency, figure, attribution))
                .distinct()
                .reduce(CaseBound::with)
                .orElseThrow();
    }

    private static CaseBound percentile(List<CountedRun> runs, String latency, ComparedFigure figure, int attribution) {
        List<Ticks> known =
                runs.stream().flatMap(run -> ticks(run, latency, attribution)).toList();
        long measured = runs.stream().filter(run -> run.figures() != null).count();
        if (known.size() < measured) {
            return missing(measured - known.size(), runs.size());
        }
        long ticks = known.stream().mapToLong(run -> run.most.ticks()).sum() / measured;
        Ticks unanswered = Ticks.of(ClientStatistics.allLost(ticks));
        List<Ticks> all = Stream.concat(
                        known.stream(), Stream.generate(() -> unanswered).limit(runs.size() - measured))
                .toList();
        double beyond = 1 - figure.percentile() / PER_CENT;
        PercentileBound least =
                PercentileBound.of(all.stream().map(Ticks::least).toList(), beyond);
        PercentileBound most = PercentileBound.of(all.stream().map(Ticks::most).toList(), beyond);
        boolean nothing = all.stream().allMatch(run -> run.most.lost() == run.most.ticks());
        String refusal = most.refusal().isEmpty() ? least.refusal() : most.refusal();
        boolean supported = least.supported() && most.supported();
        return new CaseBound(least.lowNs(), most.highNs(), most.valueNs() == null, nothing, supported, refusal);
    }

    private static CaseBound missing(long runs, long of) {
        String why = "the figure has no value in " + runs + " of " + of + " runs";
        return new CaseBound(null, null, false, false, false, why);
    }

    /** Returns the ticks of a run under an attribution; empty if the run lacks the figure. */
    private static Stream<Ticks> ticks(CountedRun run, String latency, int attribution) {
        @Nullable RunFigures figures = run.figures();
        @Nullable
        LatencyFigures found = figures == null ? null : figures.latencies().get(latency);
        if (figures == null || found == null || found.count() == 0) {
            return Stream.empty();
        }
        Optional<Ticks> clients =
                run.statistics().findFirst().flatMap(statistics -> ofClient(statistics, latency, attribution));
        List<LateBlocks.Length> lengths = run.statistics().findFirst().stream()
                .flatMap(statistics -> statistics.latest().lastClient().blocks().lengths().stream())
                .toList();
        return clients.or(() -> ofCurve(figures, found, latency, attribution, lengths)).stream();
    }

    private static Optional<Ticks> ofClient(RunStatistics statistics, String latency, int attribution) {
        List<Attributed> all = statistics.attributions();
        Attributed one = all.get(Math.min(attribution, all.size() - 1));
        return Latency.COMPARED.stream()
                .filter(each -> each.field().equals(latency))
                .flatMap(each -> each.of(one).stream())
                .map(Ticks::of)
                .findFirst();
    }

    private static Optional<Ticks> ofCurve(
            RunFigures figures,
            LatencyFigures found,
            String latency,
            int attribution,
            List<LateBlocks.Length> lengths) {
        LatencyFigures.@Nullable Extremes soonest = found.soonest();
        boolean second = attribution == 1 && !figures.curves().soonest().isEmpty();
        List<Curve> curves =
                second ? figures.curves().soonest() : figures.curves().curves();
        long ticks =
                second && soonest != null ? soonest.ticks() : found.latest().ticks();
        return curves.stream()
                .filter(curve -> curve.name().equals(latency) && !curve.points().isEmpty())
                .findFirst()
                .map(curve -> new Ticks(
                        CurveTicks.of(curve, ticks, true, lengths), CurveTicks.of(curve, ticks, false, lengths)));
    }

    private CaseBound with(CaseBound other) {
        boolean whole = refusal.isEmpty() && other.refusal.isEmpty();
        return new CaseBound(
                lowNs == null || other.lowNs == null ? null : (Long) Math.min(lowNs, other.lowNs),
                highNs == null || other.highNs == null ? null : (Long) Math.max(highNs, other.highNs),
                lost && other.lost,
                nothing && other.nothing,
                supported && other.supported,
                whole ? "" : refusal.isEmpty() ? other.refusal : refusal);
    }

    /**
     * Converts the curve of a latency that has no value per tick to statistics with one value per tick. Values are distributed
     * as in the curve. The late ticks beyond a supported point form clusters of equal size, one per independent tick; those
     * beyond an unsupported point form one cluster. Over time, the ticks are spread like those of the last client.
     */
    static final class CurveTicks {
        private static final double PER_CENT = 100;
        private static final double MEDIAN = 50;

        private final long ticks;
        private final boolean least;
        private final LateBlocks blocks;
        private final List<Long> values = new ArrayList<>();
        private final List<Long> counts = new ArrayList<>();
        private final List<Exceedance> levels = new ArrayList<>();
        private long counted;

        private CurveTicks(long ticks, boolean least, List<LateBlocks.Length> lengths) {
            this.ticks = ticks;
            this.least = least;
            this.blocks = new LateBlocks(List.of(), lengths);
        }

        /**
         * Converts a curve.
         *
         * @param ticks number of ticks with a value
         * @param least whether ticks between two points get the lower value, otherwise the upper one
         * @param lengths blocks of time with ticks; can be empty
         */
        static ClientStatistics of(Curve curve, long ticks, boolean least, List<LateBlocks.Length> lengths) {
            CurveTicks all = new CurveTicks(ticks, least, lengths);
            long previousNs =
                    curve.points().isEmpty() ? 0 : curve.points().get(0).valueNs();
            for (CurvePoint point : curve.points()) {
                if (!point.refused()) {
                    all.upTo(point, previousNs);
                    previousNs = point.valueNs();
                }
            }
            return all.statistics();
        }

        private void upTo(CurvePoint point, long previousNs) {
            long below = Math.round(point.percentile() / PER_CENT * ticks);
            long late = ticks - below;
            if (below > counted) {
                count(least ? previousNs : point.valueNs(), below - counted);
            }
            counted = Math.max(counted, below);
            if (point.percentile() >= MEDIAN && late > 0) {
                long independent = point.supported() ? point.independent() : 1;
                long squares = Math.round((double) late * late / independent);
                levels.add(new Exceedance(point.valueNs(), late, independent, squares, late, 0, 0));
            }
        }

        private void count(long valueNs, long more) {
            int last = values.size() - 1;
            if (last >= 0 && values.get(last) == valueNs) {
                counts.set(last, counts.get(last) + more);
            } else {
                values.add(valueNs);
                counts.add(more);
            }
        }

        private ClientStatistics statistics() {
            long lost = ticks - counted;
            return new ClientStatistics(
                    ticks,
                    lost,
                    lost,
                    null,
                    null,
                    null,
                    null,
                    levels,
                    List.of(),
                    new ValueCounts(values, counts),
                    blocks);
        }
    }
}
