package org.ticktoquote.core.run;

/** Names of facts in a run's manifest that a capture of the run needs. */
public final class CaptureFacts {
    /** Address of the FIX sessions, as {@code HOST:PORT}. */
    public static final String FIX = "fix";

    /** CompID of the clients' side. The number of a session follows. */
    public static final String COMP_ID = "compId.";

    /** Reason why a capture does not cover the whole run. Follows the role of the capture. */
    public static final String INCOMPLETE = ".incomplete";

    private CaptureFacts() {}
}
