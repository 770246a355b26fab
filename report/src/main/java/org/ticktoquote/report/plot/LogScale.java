package org.ticktoquote.report.plot;

import java.util.ArrayList;
import java.util.List;

/** Logarithmic axis that maps values from {@code low} to {@code high} to pixels from {@code from} to {@code to}. */
public record LogScale(double low, double high, double from, double to) {

    /** Returns the pixel of a value, limited to the ends of the axis. */
    public double at(double value) {
        double inside = Math.min(high, Math.max(low, value));
        return from + Math.log(inside / low) / Math.log(high / low) * (to - from);
    }

    /** Returns the label values on the axis: all products of a step, a power of ten and the unit. */
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
