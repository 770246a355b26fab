package org.ticktoquote.core.run;

import java.util.List;

/** The processes of a run by the names that files, threads and the manifest use. */
public final class Role {
    public static final String HARNESS = "harness";
    public static final String REPLAYER = "replayer";
    public static final String CLIENTS = "fix-clients";
    /** The application under test, whosever it is. */
    public static final String APPLICATION = "pricing-app";

    /** A JVM beside the application that only measures how late it wakes: of runs that ask for it. */
    public static final String CONTROL = "control";

    private static final String CAPTURE = "capture-";

    /** The harness's own processes: each audits itself. */
    public static final List<String> OWN = List.of(REPLAYER, CLIENTS, HARNESS);

    private Role() {}

    /** Captures a network interface of a host of the run: counted from 1. */
    public static String capture(int number) {
        return CAPTURE + number;
    }

    /** Whether it captures a network interface. */
    public static boolean isCapture(String role) {
        return role.startsWith(CAPTURE);
    }

    /** Whether it only observes: its end is neither the application's nor the harness's. */
    public static boolean observes(String role) {
        return role.equals(CONTROL) || isCapture(role);
    }

    /** The process in a sentence: the application may be anyone's, so it has no name of ours there. */
    public static String words(String role) {
        return role.equals(APPLICATION) ? "the application" : role;
    }
}
