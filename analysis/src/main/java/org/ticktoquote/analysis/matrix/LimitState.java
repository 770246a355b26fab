package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What became of a limit. */
public enum LimitState {
    @JsonProperty("kept")
    KEPT,
    @JsonProperty("exceeded")
    EXCEEDED,
    /** The runs that there are do not say. */
    @JsonProperty("undecided")
    UNDECIDED;

    /** As in files and for people. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
