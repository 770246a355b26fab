package org.ticktoquote.analysis.rate;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What became of a rate. */
public enum RateOutcome {
    /** Every level was met in the majority of the runs. */
    @JsonProperty("holds")
    HOLDS,
    /** A level was broken, or the application FAILED. */
    @JsonProperty("broken")
    BROKEN,
    /** The runs do not say: too few ticks, or too short. */
    @JsonProperty("undecided")
    UNDECIDED,
    /** Too few of its runs count: they are VOID. */
    @JsonProperty("void")
    VOID;

    /** As in files and for people. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
