package org.ticktoquote.analysis.rate;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.ticktoquote.core.command.ExitStatus;

/** What a search came to. */
public enum RateAnswer {
    /** It holds at one rate and is broken at the next. */
    @JsonProperty("found")
    FOUND(ExitStatus.OK),
    /** It holds up to the highest rate that was asked for. */
    @JsonProperty("holds-throughout")
    HOLDS_THROUGHOUT(ExitStatus.OK),
    /** It holds at one rate; above it the runs do not say, or none counts, or they would be too short. */
    @JsonProperty("at-least")
    AT_LEAST(ExitStatus.UNDECIDED),
    /** It does not hold at the lowest rate. */
    @JsonProperty("broken-at-lowest")
    BROKEN_AT_LOWEST(ExitStatus.FAILED),
    /** Of the lowest rate the runs do not say. */
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

    /** With which the command ends. */
    public ExitStatus status() {
        return status;
    }
}
