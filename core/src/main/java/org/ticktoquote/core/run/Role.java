package org.ticktoquote.core.run;

import java.util.List;

/** Names of a run's processes in files, threads and the manifest. */
public final class Role {
    public static final String HARNESS = "harness";
    public static final String REPLAYER = "replayer";
    public static final String CLIENTS = "fix-clients";
    /** The application under test. */
    public static final String APPLICATION = "pricing-app";

    /** Optional JVM next to the application that only measures its own wake-up delays. */
    public static final String CONTROL = "control";

    private static final String CAPTURE = "capture-";

    /** The harness's own processes, each of which monitors itself. */
    public static final List<String> OWN = List.of(REPLAYER, CLIENTS, HARNESS);

    private Role() {}

    /** Returns the role that captures a network interface of a host of the run. Numbers start at 1. */
    public static String capture(int number) {
        return CAPTURE + number;
    }

    public static boolean isCapture(String role) {
        return role.startsWith(CAPTURE);
    }

    /** Returns whether a role only observes, so that its end is blamed neither on the application nor on the harness. */
    public static boolean observes(String role) {
        return role.equals(CONTROL) || isCapture(role);
    }

    /** Returns the name of a process for use in a sentence. The application under test is called "the application". */
    public static String describe(String role) {
        return role.equals(APPLICATION) ? "the application" : role;
    }
}
