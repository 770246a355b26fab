package org.ticktoquote.core.clock;

import java.util.List;

/**
 * Translates readings of one process's monotonic clock to the clock of a run, by a line through points with a bound of the
 * error.
 *
 * <p>Between two points the distance of the clocks is interpolated. Beyond the ends the last line continues. Does not
 * allocate for a reading.
 *
 * @param points by rising reading, at least one
 */
public record ClockTranslation(List<Point> points) {
    /** Translation between two processes with the same clock. */
    public static final ClockTranslation NONE = new ClockTranslation(List.of(new Point(0, 0, 0)));

    /**
     * One moment on both clocks.
     *
     * @param readingNs of the process
     * @param runNs of the run's clock
     * @param boundNs largest distance of {@code runNs} from the true reading of the run's clock
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

    /** Returns a reading of the process on the run's clock. */
    public long toRun(long readingNs) {
        return readingNs + distanceNs(readingNs);
    }

    /**
     * Returns a time on the run's clock as the process reads it. Exact to a nanosecond, because the rates of the clocks are
     * almost equal.
     */
    public long fromRun(long runNs) {
        long readingNs = runNs - points.get(0).distanceNs();
        for (int i = 0; i < 3; i++) { // each step leaves at most a thousandth of the error, the difference of the rates
            readingNs = runNs - distanceNs(readingNs);
        }
        return readingNs;
    }

    /** Returns the largest error of a translated reading. */
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
