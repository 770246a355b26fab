package org.ticktoquote.analysis.annual;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ticktoquote.analysis.statistics.YearlyTime;

/** Length of the year by which a share is converted to time per year (docs/measures.md). */
public enum AnnualBase {
    /** 52 weeks of 120 hours, Sunday 17:00 to Friday 17:00 New York. */
    @JsonProperty("fx-week")
    FX_WEEK("fx-week", "52 trading weeks of 120 h", 52 * 120 * 3600),
    @JsonProperty("calendar")
    CALENDAR("calendar", "365 days of 24 h", 365 * 24 * 3600),
    /** The share of a day, truncated to whole seconds, times 365. */
    @JsonProperty("whole-seconds")
    WHOLE_SECONDS("whole-seconds", "the share of a day truncated to whole seconds, times 365", 365 * 24 * 3600) {
        @Override
        public OptionalDouble secondsPerYear(double share) {
            return YearlyTime.wholeSeconds(share);
        }
    };

    /** Seconds per year below which {@link #WHOLE_SECONDS} truncates to 0. */
    public static final double MIN_WHOLE_SECONDS = 365;

    private final String text;
    private final String meaning;
    private final double yearSeconds;

    AnnualBase(String text, String meaning, double yearSeconds) {
        this.text = text;
        this.meaning = meaning;
        this.yearSeconds = yearSeconds;
    }

    /** Returns the name in configuration and files. */
    public String text() {
        return text;
    }

    /** Returns the base with the given name in configuration. */
    public static Optional<AnnualBase> named(String text) {
        return Stream.of(values()).filter(base -> base.text.equals(text)).findFirst();
    }

    /** Returns the definition for reports. */
    public String meaning() {
        return meaning;
    }

    public double yearSeconds() {
        return yearSeconds;
    }

    /** Returns the seconds per year for a share of 0..1; empty if the base truncates them to 0. */
    public OptionalDouble secondsPerYear(double share) {
        return OptionalDouble.of(share * yearSeconds);
    }
}
