package org.ticktoquote.host.offset;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.ticktoquote.core.clock.ForeignReading;

/**
 * The straight lines along which another clock may have run ahead of ours, given some exchanges.
 *
 * <p>When the other read {@code r} between our {@code before} and {@code after}, it was ahead by something between
 * {@code r - after} and {@code r - before}, however the round trip was divided between the two ways. A line that fits is within
 * all of these intervals; the tightest ones decide, so that slow exchanges do no harm. For a given slope the lines that fit have
 * a lowest and a highest intercept, and their distance is concave in the slope, which makes all of it a matter of searching along
 * one axis.
 */
final class Feasible {
    /** More than oscillators and any steering of them come to: 0.2 %. */
    private static final double STEEPEST = 2e-3;

    private static final int STEPS = 120;

    private final long originNs;
    private final long aheadNs;
    private final double[] at;
    private final double[] least;
    private final double[] most;
    private final double flattest;
    private final double steepest;
    private final double best;

    /** Over at least one exchange, by rising time. */
    Feasible(List<ForeignReading> exchanges) {
        ForeignReading first = exchanges.get(0);
        this.originNs = middle(first);
        this.aheadNs = first.aheadAtLeastNs();
        this.at =
                exchanges.stream().mapToDouble(each -> middle(each) - originNs).toArray();
        this.least = exchanges.stream()
                .mapToDouble(each -> each.aheadAtLeastNs() - aheadNs)
                .toArray();
        this.most = exchanges.stream()
                .mapToDouble(each -> each.aheadAtMostNs() - aheadNs)
                .toArray();
        this.best = summit(-STEEPEST, STEEPEST, this::width);
        this.flattest = exists() ? edge(-STEEPEST) : best;
        this.steepest = exists() ? edge(STEEPEST) : best;
    }

    static long middle(ForeignReading exchange) {
        return exchange.beforeNs() + exchange.widthNs() / 2;
    }

    private double lowest(double slope) {
        double lowest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < at.length; i++) {
            lowest = Math.max(lowest, least[i] - slope * at[i]);
        }
        return lowest;
    }

    private double highest(double slope) {
        double highest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < at.length; i++) {
            highest = Math.min(highest, most[i] - slope * at[i]);
        }
        return highest;
    }

    private double width(double slope) {
        return highest(slope) - lowest(slope);
    }

    /** Where a concave function is largest, by thirds. */
    private static double summit(double least, double most, DoubleUnaryOperator of) {
        double from = least;
        double to = most;
        for (int i = 0; i < STEPS; i++) {
            double third = (to - from) / 3;
            if (of.applyAsDouble(from + third) < of.applyAsDouble(to - third)) {
                from += third;
            } else {
                to -= third;
            }
        }
        return (from + to) / 2;
    }

    /** The last slope that fits on the way from the best one, by halves. */
    private double edge(double outermost) {
        if (width(outermost) >= 0) {
            return outermost;
        }
        double fits = best;
        double fitsNot = outermost;
        for (int i = 0; i < STEPS; i++) {
            double half = (fits + fitsNot) / 2;
            if (width(half) >= 0) {
                fits = half;
            } else {
                fitsNot = half;
            }
        }
        return fits;
    }

    /** Whether there is such a line. */
    boolean exists() {
        return width(best) >= 0;
    }

    /**
     * The other clock's lead at a moment of ours: the middle of what the lines say, and as bound half of their distance. Where
     * none fits: half of the fastest round trip, and by how much it does not fit.
     */
    Lead lead(long ownNs) {
        double moment = (double) (ownNs - originNs);
        double low = extreme(slope -> -(lowest(slope) + slope * moment));
        double high = extreme(slope -> highest(slope) + slope * moment);
        double half = exists() ? (high + low) / 2 : tightest() / 2 - width(best);
        return new Lead(ownNs, aheadNs + Math.round((high - low) / 2), (long) Math.ceil(half) + 1);
    }

    /** The largest value over the slopes that fit. */
    private double extreme(DoubleUnaryOperator of) {
        return of.applyAsDouble(summit(flattest, steepest, of));
    }

    private double tightest() {
        double tightest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < at.length; i++) {
            tightest = Math.min(tightest, most[i] - least[i]);
        }
        return tightest;
    }
}
