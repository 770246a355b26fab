package org.ticktoquote.core.run;

/**
 * Which superseded ticks the application is allowed to leave out.
 *
 * @param policy {@link #NONE}, {@link #INTERVAL} (only the latest of each slice of time) or {@link #UNKNOWN}
 * @param intervalNs of the policy {@link #INTERVAL}, else 0
 */
public record Conflation(String policy, long intervalNs) {
    public static final String NONE = "none";
    public static final String INTERVAL = "interval";
    public static final String UNKNOWN = "unknown";
}
