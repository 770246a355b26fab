package org.ticktoquote.comparison.rate;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.ticktoquote.core.command.ExitStatus;

/** Answer of a rate search. */
public enum RateAnswer {
    /** Holds at one rate and is broken at the next. */
    @JsonProperty("found")
    FOUND(ExitStatus.OK),
    /** Holds up to the highest rate requested. */
    @JsonProperty("holds-throughout")
    HOLDS_THROUGHOUT(ExitStatus.OK),
    /** Holds at one rate; at higher rates the runs do not decide, do not count, or would be too short. */
    @JsonProperty("at-least")
    AT_LEAST(ExitStatus.UNDECIDED),
    /** Does not hold at the lowest rate. */
    @JsonProperty("broken-at-lowest")
    BROKEN_AT_LOWEST(ExitStatus.FAILED),
    /** The runs of the lowest rate do not decide. */
    @JsonProperty("undecided-at-lowest")
    UNDECIDED_AT_LOWEST(ExitStatus.UNDECIDED),
    /** No run of the lowest rate counts. */
    @JsonProperty("void-at-lowest")
    VOID_AT_LOWEST(ExitStatus.VOID),
    /** Runs are missing. */
    @JsonProperty("unfinished")
    UNFINISHED(ExitStatus.INTERRUPTED);

    private final ExitStatus status;

    RateAnswer(ExitStatus status) {
        this.status = status;
    }

    public ExitStatus status() {
        return status;
    }
}
