package org.ticktoquote.replayer.generate;

/** Piecewise linear function of the seconds since the announcement, constant before its first and after its last knot. */
final class PiecewiseLinear {
    private final double[] seconds;
    private final double[] values;

    private PiecewiseLinear(double[] seconds, double[] values) {
        this.seconds = seconds;
        this.values = values;
    }

    /** Returns a curve through knots: second, value, second, value ... in ascending seconds. */
    static PiecewiseLinear through(double... knots) {
        double[] seconds = new double[knots.length / 2];
        double[] values = new double[knots.length / 2];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = knots[2 * i];
            values[i] = knots[2 * i + 1];
            if (i > 0 && seconds[i] <= seconds[i - 1]) {
                throw new IllegalArgumentException("knots must ascend: " + seconds[i] + " after " + seconds[i - 1]);
            }
        }
        return new PiecewiseLinear(seconds, values);
    }

    double at(double second) {
        int after = firstKnotAfter(second);
        if (after == 0) {
            return values[0];
        }
        if (after == seconds.length) {
            return values[after - 1];
        }
        double share = (second - seconds[after - 1]) / (seconds[after] - seconds[after - 1]);
        return values[after - 1] + share * (values[after] - values[after - 1]);
    }

    /** Returns the maximum value between two seconds. */
    double highestBetween(double from, double to) {
        double highest = Math.max(at(from), at(to));
        for (int i = firstKnotAfter(from); i < seconds.length && seconds[i] < to; i++) {
            highest = Math.max(highest, values[i]);
        }
        return highest;
    }

    private int firstKnotAfter(double second) {
        int knot = 0;
        while (knot < seconds.length && seconds[knot] <= second) {
            knot++;
        }
        return knot;
    }
}
