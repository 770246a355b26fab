package org.ticktoquote.core.run;

/** Names of facts in a run's manifest that a capture of the run needs. */
public final class CaptureFacts {
    /** Address of the FIX sessions, as {@code HOST:PORT}. */
    public static final String FIX = "fix";

    /** Prefix of the clients' CompID of a session, before the session number. */
    public static final String COMP_ID = "compId.";

    /** Suffix, after a capture's role, of the fact with the reason why the capture does not cover the whole run. */
    public static final String INCOMPLETE = ".incomplete";

    private CaptureFacts() {}
}
