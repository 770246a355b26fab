package org.ticktoquote.host.nativeclock;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.agrona.concurrent.NanoClock;

/**
 * Length of a tick by least squares over bracketed reads, with a bound on its error.
 *
 * <p>The slope is {@code sum(w_i y_i)} with {@code w_i = (x_i - mean x) / sum (x_j - mean x)^2}. Each true {@code y_i} lies
 * within half a bracket {@code h_i} of its middle, so the slope is wrong by at most {@code sum(|w_i| h_i)}. This is a bound,
 * not a confidence interval, and assumes that both clocks ran at constant rates. The residuals show how well that holds.
 *
 * @param nsPerTick slope
 * @param boundPpm bound on its error, in parts per million
 * @param reads number of reads used, with brackets up to {@value #TOLERATED_WIDTH} times the tightest
 * @param spanNs time from the first to the last point
 * @param bracketNs width of the tightest bracket
 * @param residualRmsNs root mean square of the residuals
 * @param residualMaxNs largest residual
 */
public record TickCalibration(
        double nsPerTick,
        double boundPpm,
        int reads,
        long spanNs,
        long bracketNs,
        double residualRmsNs,
        double residualMaxNs) {
    private static final int TOLERATED_WIDTH = 4;
    private static final double MILLION = 1e6;

    public double megahertz() {
        return 1e3 / nsPerTick;
    }

    /**
     * Fits the reads.
     *
     * @throws IllegalArgumentException if there are fewer than two distinct counter values
     */
    public static TickCalibration of(List<BracketedRead> all) {
        long tightest = all.stream()
                .map(BracketedRead::widthNs)
                .min(Comparator.naturalOrder())
                .orElseThrow(() -> new IllegalArgumentException("no reads to calibrate from"));
        List<BracketedRead> reads = all.stream()
                .filter(read -> read.widthNs() <= TOLERATED_WIDTH * Math.max(1, tightest))
                .toList();
        BracketedRead origin = reads.get(0);
        double[] x = reads.stream()
                .mapToDouble(read -> read.ticks() - origin.ticks())
                .toArray();
        double[] y = reads.stream()
                .mapToDouble(read -> read.middleNs(origin.beforeNs()))
                .toArray();
        double[] weights = weights(x);
        double slope = 0;
        double bound = 0;
        for (int i = 0; i < x.length; i++) {
            slope += weights[i] * y[i];
            bound += Math.abs(weights[i]) * reads.get(i).halfWidthNs();
        }
        double[] residuals = residuals(x, y, slope);
        double rms =
                Math.sqrt(mean(Arrays.stream(residuals).map(each -> each * each).toArray()));
        double max = Arrays.stream(residuals).map(Math::abs).max().orElse(0);
        long span = reads.get(reads.size() - 1).beforeNs() - origin.beforeNs();
        return new TickCalibration(slope, bound / slope * MILLION, x.length, span, tightest, rms, max);
    }

    private static double[] weights(double[] x) {
        double mean = mean(x);
        double squares = 0;
        for (double each : x) {
            squares += (each - mean) * (each - mean);
        }
        if (!(squares > 0)) {
            throw new IllegalArgumentException("the counter did not advance over " + x.length + " reads");
        }
        double[] weights = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            weights[i] = (x[i] - mean) / squares;
        }
        return weights;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double each : values) {
            sum += each;
        }
        return sum / values.length;
    }

    private static double[] residuals(double[] x, double[] y, double slope) {
        double offset = mean(y) - slope * mean(x);
        return IntStream.range(0, x.length)
                .mapToDouble(i -> y[i] - offset - slope * x[i])
                .toArray();
    }

    /**
     * Reading of the counter between two readings of the reference clock. Its time is known to within half their distance.
     *
     * @param beforeNs reference before
     * @param ticks counter
     * @param afterNs reference after
     */
    public record BracketedRead(long beforeNs, long ticks, long afterNs) {
        /** Returns the read with the tightest bracket among several attempts. */
        public static BracketedRead best(LongSupplier counter, NanoClock reference, int attempts) {
            BracketedRead best = once(counter, reference);
            for (int i = 1; i < attempts; i++) {
                BracketedRead next = once(counter, reference);
                best = next.widthNs() < best.widthNs() ? next : best;
            }
            return best;
        }

        private static BracketedRead once(LongSupplier counter, NanoClock reference) {
            long before = reference.nanoTime();
            long ticks = counter.getAsLong();
            return new BracketedRead(before, ticks, reference.nanoTime());
        }

        public long widthNs() {
            return afterNs - beforeNs;
        }

        /** Returns half the width plus half the resolution of the reference. */
        public double halfWidthNs() {
            return (widthNs() + 1) / 2.0;
        }

        /** Returns the middle, in nanoseconds after an origin. */
        public double middleNs(long originNs) {
            return beforeNs - originNs + widthNs() / 2.0;
        }
    }
}
