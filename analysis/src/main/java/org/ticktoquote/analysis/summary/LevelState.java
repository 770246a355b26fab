package org.ticktoquote.analysis.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What became of a service level. */
public enum LevelState {
    @JsonProperty("met")
    MET,
    @JsonProperty("broken")
    BROKEN,
    /** The run does not say. */
    @JsonProperty("undecided")
    UNDECIDED;

    /** As in files and for people. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
