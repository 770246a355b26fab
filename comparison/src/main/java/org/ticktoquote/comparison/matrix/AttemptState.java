package org.ticktoquote.comparison.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Progress of an attempt. */
public enum AttemptState {
    /** Started; the final state if the harness was killed. */
    @JsonProperty("running")
    RUNNING,
    /** Completed and analysed. */
    @JsonProperty("complete")
    COMPLETE,
    /** Interrupted by Ctrl-C, with the measurements kept, or refused by a host before the application started. */
    @JsonProperty("interrupted")
    INTERRUPTED,
    /** Ended before its first measured tick, without figures. */
    @JsonProperty("unmeasured")
    UNMEASURED
}
