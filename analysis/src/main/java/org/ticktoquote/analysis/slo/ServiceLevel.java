package org.ticktoquote.analysis.slo;

import org.ticktoquote.analysis.distribution.Latency;
import org.ticktoquote.analysis.distribution.Percentile;

/**
 * What a run is held to. Two texts of one meaning are one level: {@code p99 < 5ms} and {@code p99.0 of last-client < 5000
 * us}. A percentile without a latency is that of the headline, the response at the last client.
 *
 * @param kind which form it has
 * @param share so much of the values must not be late; of {@link Kind#SESSION} the most of its time that may be stale
 * @param latency whose values
 * @param window over which it must hold
 * @param limitNs the bound, nanoseconds, above 0
 */
public record ServiceLevel(Kind kind, Percentile share, Latency latency, LevelWindow window, long limitNs) {
    /** The forms of the language. */
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
     * The level of a text.
     *
     * @throws org.ticktoquote.core.command.Refusal with the place of the first word that does not fit
     */
    public static ServiceLevel parse(String text) {
        return new LevelText(text).level();
    }

    /** The one text of it that is in all files. */
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

    /** The largest value that is not late, in nanoseconds: a percentile must be below its limit, an answer may be at it. */
    long mostNs() {
        return kind == Kind.PERCENTILE ? limitNs - 1 : limitNs;
    }

    /** How many of so many values may be late. */
    long allowed(long values) {
        return values - share.rank(values);
    }

    /** Whether so many values are enough to tell: below, a single late one would break it. */
    boolean decides(long values) {
        return values > 0 && (share.equals(Percentile.ALL) || allowed(values) > 0);
    }

    /** How long a run must be at least to have a window of it; 0 where any length will do. */
    public long leastNs() {
        return window.unit() == LevelWindow.Unit.TIME ? window.length() : 0;
    }

    /** The fewest values that decide. */
    long needed() {
        long beyond = Percentile.ALL.partsPerBillion() - share.partsPerBillion();
        return beyond == 0 ? 1 : -Math.floorDiv(-Percentile.ALL.partsPerBillion(), beyond);
    }

    /** What a window's value is, for people. */
    public String figure() {
        return kind == Kind.ANSWER ? "the latest answer" : "p" + percent();
    }
}
