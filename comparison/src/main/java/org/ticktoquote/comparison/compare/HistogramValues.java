package org.ticktoquote.comparison.compare;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Curve;
import org.ticktoquote.analysis.distribution.CurvePoint;

/**
 * Contents of an HdrHistogram file: percentiles and a curve. They have no bounds, because the file does not state in
 * which order the values were measured.
 *
 * @param rows rows in ascending order of value
 * @param lost lost values stated in the file; they rank above all others
 * @param assumed assumptions, for users
 * @param loop load loop stated in the file
 */
public record HistogramValues(List<Row> rows, long lost, String assumed, LoadLoop loop) {
    private static final int POINTS_PER_DECADE = 30;
    private static final double PER_CENT = 100;
    private static final double ROUNDING = 1e-9;

    /**
     * Value with the number of values less than or equal to it.
     *
     * @param valueNs nanoseconds
     */
    public record Row(long valueNs, long upTo) {}

    public HistogramValues {
        rows = List.copyOf(rows);
    }

    /** Returns the number of values in the file. */
    public long measured() {
        return rows.isEmpty() ? 0 : rows.get(rows.size() - 1).upTo();
    }

    /** Returns the number of values, including lost ones. */
    public long count() {
        return measured() + lost;
    }

    /** Returns the maximum; null if there are no values, or any was lost. */
    public @Nullable Long maxNs() {
        return lost > 0 || rows.isEmpty()
                ? null
                : (Long) rows.get(rows.size() - 1).valueNs();
    }

    /**
     * Returns the value of a percentile, by the rank rule.
     *
     * @param percentile 0 to 100
     * @return null if there are no values, or its rank falls among lost ones
     */
    public @Nullable Long percentileNs(double percentile) {
        long rank = Math.max(1, (long) Math.ceil(percentile / PER_CENT * count() - ROUNDING * count()));
        int low = 0;
        int high = rows.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rows.get(middle).upTo() < rank) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == rows.size() ? null : (Long) rows.get(low).valueNs();
    }

    /** Returns the curve for a chart; the number of independent ticks beyond its points is unknown. */
    Curve curve(String name) {
        List<CurvePoint> points = new ArrayList<>();
        for (int i = 0; Math.pow(10, (double) i / POINTS_PER_DECADE) < count(); i++) {
            double percentile = PER_CENT - PER_CENT / Math.pow(10, (double) i / POINTS_PER_DECADE);
            @Nullable Long valueNs = percentileNs(percentile);
            points.add(new CurvePoint(percentile, valueNs == null ? highestNs() : valueNs, 0, valueNs == null));
        }
        if (!rows.isEmpty()) {
            points.add(new CurvePoint(PER_CENT, highestNs(), 0, lost > 0));
        }
        return new Curve(name, assumed, count(), lost, points);
    }

    private long highestNs() {
        return rows.isEmpty() ? 0 : rows.get(rows.size() - 1).valueNs();
    }
}
