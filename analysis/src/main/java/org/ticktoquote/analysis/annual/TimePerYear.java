package org.ticktoquote.analysis.annual;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.LateShare;

/**
 * Seconds per year with a latency above a value.
 *
 * @param quotesSeconds seconds per year from the late share of quotes; null if the base truncates them to 0
 * @param quotesLowSeconds lower end of its 95 % interval, never truncated; null with fewer than ten independent episodes or
 * a single run
 * @param quotesHighSeconds upper end of the interval; null if {@code quotesLowSeconds} is
 * @param timeLowSeconds seconds per year from the lower bound of the late share of time
 * @param timeHighSeconds upper bound from the observed ticks
 * @param timeAtMostSeconds 95 % upper bound, provided that no episode is longer than {@code longestNs}
 * @param longestNs length of the longest episode seen, at least 100 ms
 */
public record TimePerYear(
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Double quotesSeconds,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Double quotesLowSeconds,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Double quotesHighSeconds,
        double timeLowSeconds,
        double timeHighSeconds,
        double timeAtMostSeconds,
        long longestNs) {

    /** Extrapolates a share to a full year of {@code base}, assuming that the whole year resembles the replay. */
    public static TimePerYear of(LateShare share, AnnualBase base) {
        return of(share, base.yearSeconds(), base::secondsPerYear);
    }

    /** Returns a copy with bounds that also cover the soonest attribution. This object is from the latest attribution. */
    public TimePerYear with(TimePerYear other) {
        return new TimePerYear(
                quotesSeconds,
                quotesLowSeconds == null || other.quotesLowSeconds == null
                        ? null
                        : (Double) Math.min(quotesLowSeconds, other.quotesLowSeconds),
                quotesHighSeconds == null || other.quotesHighSeconds == null
                        ? null
                        : (Double) Math.max(quotesHighSeconds, other.quotesHighSeconds),
                Math.min(timeLowSeconds, other.timeLowSeconds),
                Math.max(timeHighSeconds, other.timeHighSeconds),
                Math.max(timeAtMostSeconds, other.timeAtMostSeconds),
                Math.max(longestNs, other.longestNs));
    }

    static TimePerYear of(LateShare share, double yearSeconds, DoubleFunction<OptionalDouble> seconds) {
        OptionalDouble quotes = seconds.apply(share.quotes());
        return new TimePerYear(
                quotes.isPresent() ? (Double) quotes.getAsDouble() : null,
                times(yearSeconds, share.quotesLow()),
                times(yearSeconds, share.quotesHigh()),
                yearSeconds * share.timeLow(),
                yearSeconds * share.timeHigh(),
                yearSeconds * share.timeAtMost(),
                share.longestNs());
    }

    /** Returns the product; null if the number is null. */
    public static @Nullable Double times(double factor, @Nullable Double number) {
        return number == null ? null : (Double) (factor * number);
    }
}
