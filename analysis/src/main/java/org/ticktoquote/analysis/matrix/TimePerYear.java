package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.statistics.LateShare;

/**
 * Seconds of a year of some kind of hours that are worse than a value.
 *
 * @param quotesSeconds the share of quotes times the year; null where the base truncates it to 0
 * @param quotesLowSeconds lower end of its 95 % interval, never truncated
 * @param quotesHighSeconds upper end
 * @param timeLowSeconds the share of time times the year, at least
 * @param timeHighSeconds at most, as far as ticks show it
 */
public record TimePerYear(
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Double quotesSeconds,
        double quotesLowSeconds,
        double quotesHighSeconds,
        double timeLowSeconds,
        double timeHighSeconds) {

    /** Of a year of a base, as if all of it were as the replay. */
    public static TimePerYear of(LateShare share, AnnualBase base) {
        return of(share, base.yearSeconds(), base::secondsPerYear);
    }

    /** Of the attribution that answers latest, with what another one says. */
    TimePerYear with(TimePerYear other) {
        return new TimePerYear(
                quotesSeconds,
                Math.min(quotesLowSeconds, other.quotesLowSeconds),
                Math.max(quotesHighSeconds, other.quotesHighSeconds),
                Math.min(timeLowSeconds, other.timeLowSeconds),
                Math.max(timeHighSeconds, other.timeHighSeconds));
    }

    static TimePerYear of(LateShare share, double yearSeconds, DoubleFunction<OptionalDouble> seconds) {
        OptionalDouble quotes = seconds.apply(share.quotes());
        return new TimePerYear(
                quotes.isPresent() ? (Double) quotes.getAsDouble() : null,
                yearSeconds * share.quotesLow(),
                yearSeconds * share.quotesHigh(),
                yearSeconds * share.timeLow(),
                yearSeconds * share.timeHigh());
    }
}
