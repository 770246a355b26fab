package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** State of a limit. */
public enum LimitState {
    @JsonProperty("kept")
    KEPT,
    @JsonProperty("exceeded")
    EXCEEDED,
    /** The runs do not decide. */
    @JsonProperty("undecided")
    UNDECIDED;

    /** Returns the word for files and users. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
