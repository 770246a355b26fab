package org.ticktoquote.comparison.rate;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** Outcome of the runs at one rate. */
public enum RateOutcome {
    /** The majority of the runs met every level. */
    @JsonProperty("holds")
    HOLDS,
    /**
     * The majority of the runs did not meet every level, and in at least one run a level was broken or the application
     * FAILED.
     */
    @JsonProperty("broken")
    BROKEN,
    /** The runs do not decide, because they have too few ticks or are too short. */
    @JsonProperty("undecided")
    UNDECIDED,
    /** Too few runs count; the others are VOID. */
    @JsonProperty("void")
    VOID;

    /** Returns the word for files and users. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
