package org.ticktoquote.core.run;

/**
 * Which superseded ticks the application is allowed to leave out.
 *
 * @param policy {@link #NONE}, {@link #INTERVAL} (only the latest of each slice of time) or {@link #UNKNOWN}
 * @param intervalNs of the policy {@link #INTERVAL}, else 0
 * @param suppressUnchanged whether nothing is sent when the price to be published is the one that the session was sent last
 */
public record Conflation(String policy, long intervalNs, boolean suppressUnchanged) {
    public static final String NONE = "none";
    public static final String INTERVAL = "interval";
    public static final String UNKNOWN = "unknown";

    /** Of an application that publishes a price again although it is the one sent last. */
    public Conflation(String policy, long intervalNs) {
        this(policy, intervalNs, false);
    }
}
