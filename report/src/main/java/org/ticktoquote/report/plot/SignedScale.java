package org.ticktoquote.report.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * Axis for values of both signs: linear up to about the knee on both sides of zero, logarithmic beyond, so that usual and
 * rare values are both visible. Must include zero.
 */
public record SignedScale(double low, double high, double knee, double from, double to) {
    private static final double[] STEPS = {5, 2, 1};
    private static final double DECADE = 10;

    /** Returns the pixel of a value. */
    public double at(double value) {
        double begin = bent(low);
        return from + (bent(value) - begin) / (bent(high) - begin) * (to - from);
    }

    /** Returns the inverse hyperbolic sine of the value in units of the knee. */
    private double bent(double value) {
        double size = Math.abs(value) / knee;
        return Math.copySign(Math.log(size + Math.sqrt(size * size + 1)), value);
    }

    /** Returns label values: zero, then others from the largest down, at least {@code apart} pixels from earlier ones. */
    public List<Double> labels(double apart) {
        List<Double> labels = new ArrayList<>(List.of(0.0));
        double farthest = Math.max(high, -low);
        for (int decade = (int) Math.floor(Math.log10(farthest)); decade >= Math.log10(knee) - 1; decade--) {
            for (double step : STEPS) {
                double value = step * Math.pow(DECADE, decade);
                add(labels, value, apart);
                add(labels, -value, apart);
            }
        }
        return labels;
    }

    private void add(List<Double> labels, double value, double apart) {
        boolean free = labels.stream().allMatch(other -> Math.abs(at(other) - at(value)) >= apart);
        if (free && value >= low && value <= high) {
            labels.add(value);
        }
    }
}
