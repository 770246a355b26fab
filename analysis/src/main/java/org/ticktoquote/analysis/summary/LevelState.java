package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** State of a service level. */
public enum LevelState {
    @JsonProperty("met")
    MET,
    @JsonProperty("broken")
    BROKEN,
    /** The run does not decide it. */
    @JsonProperty("undecided")
    UNDECIDED;

    /** Returns the word for files and users. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
