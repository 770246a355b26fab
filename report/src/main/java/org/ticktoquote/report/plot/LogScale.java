package org.ticktoquote.report.plot;

import java.util.ArrayList;
import java.util.List;

/** A logarithmic axis of a picture: values between low and high stand from one pixel to another. */
public record LogScale(double low, double high, double from, double to) {

    /** Where a value stands; at an end where it lies beyond. */
    public double at(double value) {
        double inside = Math.min(high, Math.max(low, value));
        return from + Math.log(inside / low) / Math.log(high / low) * (to - from);
    }

    /** Values for labels: each decade of units times the steps. */
    public List<Double> steps(double[] steps, double unit) {
        List<Double> values = new ArrayList<>();
        int last = (int) Math.ceil(Math.log10(high / unit));
        for (int decade = (int) Math.floor(Math.log10(low / unit)); decade <= last; decade++) {
            for (double step : steps) {
                double value = step * Math.pow(10, decade) * unit;
                if (value >= low && value <= high) {
                    values.add(value);
                }
            }
        }
        return values;
    }
}
