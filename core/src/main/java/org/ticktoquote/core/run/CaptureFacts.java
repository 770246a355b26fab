package org.ticktoquote.core.run;

/** Names of facts in the manifest of a run that a capture of it needs. */
public final class CaptureFacts {
    /** Where the FIX sessions met, as {@code HOST:PORT}. */
    public static final String FIX = "fix";

    /** The CompID of the clients' side, before the number of a session. */
    public static final String COMP_ID = "compId.";

    /** Why a capture does not cover the whole run, behind its role. */
    public static final String INCOMPLETE = ".incomplete";

    private CaptureFacts() {}
}
