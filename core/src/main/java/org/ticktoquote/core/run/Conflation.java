package org.ticktoquote.core.run;

/**
 * Which superseded ticks the application is allowed to leave out.
 *
 * @param policy {@code none}, {@code interval} (the latest per interval) or {@code unknown}
 * @param intervalNs of the policy {@code interval}, else 0
 */
public record Conflation(String policy, long intervalNs) {
    public static final String NONE = "none";
    public static final String INTERVAL = "interval";
    public static final String UNKNOWN = "unknown";
}
