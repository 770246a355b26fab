package org.ticktoquote.core.clock;

import java.util.List;

/**
 * Translates readings of a process's monotonic clock to the run's clock through points with known error bounds.
 *
 * <p>Interpolates the clock offset between two points and extrapolates beyond the ends. Translating a reading does not
 * allocate.
 *
 * @param points one or more points in ascending order of readings
 */
public record ClockTranslation(List<Point> points) {
    /** Translation between two processes with the same clock. */
    public static final ClockTranslation NONE = new ClockTranslation(List.of(new Point(0, 0, 0)));

    /**
     * One moment on both clocks.
     *
     * @param readingNs reading of the process's clock
     * @param runNs reading of the run's clock
     * @param boundNs largest error of {@code runNs}
     */
    public record Point(long readingNs, long runNs, long boundNs) {
        long distanceNs() {
            return runNs - readingNs;
        }
    }

    public ClockTranslation {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a translation needs a point");
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).readingNs() <= points.get(i - 1).readingNs()) {
                throw new IllegalArgumentException("points do not ascend: " + points);
            }
        }
    }

    /** Converts a reading of the process to the run's clock. */
    public long toRun(long readingNs) {
        return readingNs + distanceNs(readingNs);
    }

    /**
     * Converts a time on the run's clock to a reading of the process. Exact to a nanosecond, because the rates of the
     * clocks are almost equal.
     */
    public long fromRun(long runNs) {
        long readingNs = runNs - points.get(0).distanceNs();
        for (int i = 0; i < 3; i++) { // clock rates differ by less than 0.1 %, so each step cuts the error 1,000-fold
            readingNs = runNs - distanceNs(readingNs);
        }
        return readingNs;
    }

    /** Returns the largest error bound of all points. */
    public long boundNs() {
        return points.stream().mapToLong(Point::boundNs).max().orElseThrow();
    }

    private long distanceNs(long readingNs) {
        if (points.size() == 1) {
            return points.get(0).distanceNs();
        }
        int right = 1;
        while (right < points.size() - 1 && points.get(right).readingNs() < readingNs) {
            right++;
        }
        Point from = points.get(right - 1);
        Point to = points.get(right);
        double share = (double) (readingNs - from.readingNs()) / (to.readingNs() - from.readingNs());
        return from.distanceNs() + Math.round(share * (to.distanceNs() - from.distanceNs()));
    }
}
