package org.ticktoquote.core.clock;

import java.util.List;

/**
 * How the monotonic clock of one process is read on the clock of a run: a line through points, and how wrong it may be.
 *
 * <p>Between two points the distance of the clocks is interpolated, beyond the ends their last line goes on. Allocates nothing
 * for a reading.
 *
 * @param points by rising reading, at least one
 */
public record ClockTranslation(List<Point> points) {
    /** Two processes with one clock. */
    public static final ClockTranslation NONE = new ClockTranslation(List.of(new Point(0, 0, 0)));

    /**
     * One moment on both clocks.
     *
     * @param readingNs of the process
     * @param runNs of the run's clock
     * @param boundNs the true reading of the run's clock lies no further from {@code runNs}
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
                throw new IllegalArgumentException("points do not rise: " + points);
            }
        }
    }

    /** A reading of the process, on the run's clock. */
    public long toRun(long readingNs) {
        return readingNs + distanceNs(readingNs);
    }

    /** A moment of the run's clock, as the process reads it: to a nanosecond, since the clocks' rates hardly differ. */
    public long fromRun(long runNs) {
        long readingNs = runNs - points.get(0).distanceNs();
        for (int i = 0; i < 3; i++) { // each step is better by the difference of the rates, a thousandth at most
            readingNs = runNs - distanceNs(readingNs);
        }
        return readingNs;
    }

    /** No translated reading is further from the truth. */
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
