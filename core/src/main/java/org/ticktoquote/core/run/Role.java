package org.ticktoquote.core.run;

import java.util.List;

/** Processes of a run, by the names in files, threads and the manifest. */
public final class Role {
    public static final String HARNESS = "harness";
    public static final String REPLAYER = "replayer";
    public static final String CLIENTS = "fix-clients";
    /** The application under test. */
    public static final String APPLICATION = "pricing-app";

    /** A JVM next to the application that only measures how late it wakes, in runs that ask for it. */
    public static final String CONTROL = "control";

    private static final String CAPTURE = "capture-";

    /** The harness's own processes. Each audits itself. */
    public static final List<String> OWN = List.of(REPLAYER, CLIENTS, HARNESS);

    private Role() {}

    /** Returns the role that captures a network interface of a host of the run. Numbers start at 1. */
    public static String capture(int number) {
        return CAPTURE + number;
    }

    public static boolean isCapture(String role) {
        return role.startsWith(CAPTURE);
    }

    /** Returns whether a role only observes, so that its end counts neither for the application nor for the harness. */
    public static boolean observes(String role) {
        return role.equals(CONTROL) || isCapture(role);
    }

    /** Returns the name of a process in a sentence. The application can be any product, so it is called just that. */
    public static String describe(String role) {
        return role.equals(APPLICATION) ? "the application" : role;
    }
}
