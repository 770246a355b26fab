package org.ticktoquote.comparison.rate;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.ticktoquote.core.command.ExitStatus;

/** Result of a rate search. */
public enum RateAnswer {
    /** The service levels hold at one rate and are broken at the next. */
    @JsonProperty("found")
    FOUND(ExitStatus.OK),
    /** The service levels hold up to the highest rate requested. */
    @JsonProperty("holds-throughout")
    HOLDS_THROUGHOUT(ExitStatus.OK),
    /** The service levels hold at one rate. At higher rates the runs are inconclusive or VOID, or would be too short. */
    @JsonProperty("at-least")
    AT_LEAST(ExitStatus.UNDECIDED),
    /** The service levels are broken at the lowest rate. */
    @JsonProperty("broken-at-lowest")
    BROKEN_AT_LOWEST(ExitStatus.FAILED),
    /** The runs at the lowest rate are inconclusive. */
    @JsonProperty("undecided-at-lowest")
    UNDECIDED_AT_LOWEST(ExitStatus.UNDECIDED),
    /** Too few runs at the lowest rate count. The others are VOID. */
    @JsonProperty("void-at-lowest")
    VOID_AT_LOWEST(ExitStatus.VOID),
    /** The search still has rates to run. */
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
