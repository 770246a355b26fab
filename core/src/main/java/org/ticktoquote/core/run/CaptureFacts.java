package org.ticktoquote.core.run;

import java.util.Map;

/** Names of facts in a run's manifest that a capture of the run needs. */
public final class CaptureFacts {
    /** Address of the FIX sessions, as {@code HOST:PORT}. */
    public static final String FIX = "fix";

    /** Prefix of the clients' CompID of a session, before the session number. */
    public static final String COMP_ID = "compId.";

    /** Suffix, after a capture's role, of the fact with the reason why the capture does not cover the whole run. */
    public static final String INCOMPLETE = ".incomplete";

    private static final String OF_HOST = " of ";

    private CaptureFacts() {}

    /** Returns the value of the fact named after a capture's role: its network interface and host. */
    public static String place(String networkInterface, String host) {
        return networkInterface + OF_HOST + host;
    }

    /** Returns the host of a capture; the capture's role if the facts do not name it. */
    public static String host(Map<String, String> facts, String role) {
        String place = facts.getOrDefault(role, role);
        int of = place.indexOf(OF_HOST);
        return of < 0 ? place : place.substring(of + OF_HOST.length());
    }
}
