package org.ticktoquote.analysis.slo;

import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.Percentile;

/**
 * Service level of a run. Equivalent texts yield equal levels: {@code p99 < 5ms} and {@code p99.0 of last-client < 5000 us}.
 * A percentile without a latency refers to the headline, the response at the last client.
 *
 * @param kind its form
 * @param share fraction of the values that must be on time; for {@link Kind#SESSION} the largest stale share of a
 *     session's time
 * @param latency latency that the level limits
 * @param window scope
 * @param limitNs bound in nanoseconds, above 0
 */
public record ServiceLevel(Kind kind, Percentile share, Latency latency, LevelWindow window, long limitNs) {
    /** Forms of a level. */
    public enum Kind {
        /** {@code p99.9 of last-client in any 60 s < 5 ms}. */
        PERCENTILE,
        /** {@code 99 % of quotes within 1 ms}. */
        QUOTES,
        /** {@code no session more than 10 % of its time stale by 5 ms}. */
        SESSION,
        /** {@code no answer later than 100 ms}. */
        ANSWER
    }

    /**
     * Parses a level.
     *
     * @throws org.ticktoquote.core.command.ProblemException with the position of the first unexpected word
     */
    public static ServiceLevel parse(String text) {
        return new LevelText(text).level();
    }

    /** Returns the normalized text used in all files. */
    public String text() {
        return switch (kind) {
            case PERCENTILE ->
                "p" + percent() + " of " + latency.file() + window.text() + " < " + LevelText.duration(limitNs);
            case QUOTES -> percent() + " % of quotes within " + LevelText.duration(limitNs) + window.text();
            case SESSION ->
                "no session more than " + percent() + " % of its time stale by " + LevelText.duration(limitNs);
            case ANSWER -> "no answer later than " + LevelText.duration(limitNs);
        };
    }

    private String percent() {
        return LevelText.percent(share);
    }

    /**
     * Returns the largest value that is not late, in nanoseconds: a percentile must be below its limit, an answer can equal
     * it.
     */
    long mostNs() {
        return kind == Kind.PERCENTILE ? limitNs - 1 : limitNs;
    }

    /** Returns how many of a number of values are allowed to be late. */
    long allowed(long values) {
        return values - share.rank(values);
    }

    /**
     * Returns whether a number of values is enough to decide. With fewer, a single late value would break the level. All quotes
     * of a run are counted exactly, so that one is enough.
     */
    boolean decides(long values) {
        return values > 0 && (countsAll() || share.equals(Percentile.ALL) || allowed(values) > 0);
    }

    private boolean countsAll() {
        return kind == Kind.QUOTES && window.equals(LevelWindow.WHOLE);
    }

    /** Returns the minimum length of a run that contains a window; 0 if any length suffices. */
    public long leastNs() {
        return window.lengthNs();
    }

    /** Returns the minimum number of values for a decision. */
    long needed() {
        long beyond = Percentile.ALL.partsPerBillion() - share.partsPerBillion();
        return beyond == 0 || countsAll() ? 1 : -Math.floorDiv(-Percentile.ALL.partsPerBillion(), beyond);
    }

    /** Returns the name of a window's value for users. */
    public String figure() {
        return kind == Kind.ANSWER ? "the latest answer" : "p" + percent();
    }
}
