package org.ticktoquote.analysis.statistics;

/** Number of ticks, and of independent ticks beyond a percentile. */
public interface Support {
    /** Minimum number of independent ticks for a claim. */
    double MIN_INDEPENDENT = 10;

    Support NONE = new Support() {
        @Override
        public long ticks() {
            return 0;
        }

        @Override
        public long lost() {
            return 0;
        }

        @Override
        public double effectiveBeyond(double share) {
            return 0;
        }
    };

    /** Computes the support of one series, which is read several times. */
    static Support of(TickSeries series) {
        return SeriesPasses.over(series);
    }

    /** Returns the number of ticks with a value, including lost ones. */
    long ticks();

    long lost();

    /**
     * Returns a lower bound of the independent ticks beyond a percentile, never fewer than beyond a higher one.
     *
     * @param share fraction of ticks beyond, 0..1
     */
    double effectiveBeyond(double share);
}
