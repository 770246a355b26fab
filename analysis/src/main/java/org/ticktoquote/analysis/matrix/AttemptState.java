package org.ticktoquote.analysis.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How far an attempt came. */
public enum AttemptState {
    /** Begun; stays where the harness was killed. */
    @JsonProperty("running")
    RUNNING,
    /** Came to its end and was analysed. */
    @JsonProperty("complete")
    COMPLETE,
    /** Ctrl-C; what was measured is kept. */
    @JsonProperty("interrupted")
    INTERRUPTED,
    /** Ended before its first tick was measured: there are no figures. */
    @JsonProperty("unmeasured")
    UNMEASURED
}
