package org.ticktoquote.analysis.statistics;

/** How many ticks there are, and how many independent ones lie beyond a percentile. */
public interface Support {
    /** A claim on fewer independent ticks than these rests on nothing. */
    double LEAST = 10;

    /** Of nothing. */
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

    /** Of one series; reads it several times. */
    static Support of(TickSeries series) {
        return SeriesPasses.over(series);
    }

    /** Ticks with a value, lost ones among them. */
    long ticks();

    /** Of them, ticks that were lost. */
    long lost();

    /**
     * How many independent ticks lie beyond a percentile, at least: never fewer than beyond a higher one.
     *
     * @param share of ticks beyond, 0..1
     */
    double effectiveBeyond(double share);
}
