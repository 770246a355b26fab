package org.ticktoquote.core.run;

/**
 * Superseded ticks that the application is allowed to skip.
 *
 * @param policy {@link #NONE}, {@link #INTERVAL} (only the latest tick of each time slice is published) or {@link #UNKNOWN}
 * @param intervalNs length of a slice, 0 unless the policy is {@link #INTERVAL}
 * @param suppressUnchanged whether a price is not published if it equals the one last sent to the session
 */
public record Conflation(String policy, long intervalNs, boolean suppressUnchanged) {
    public static final String NONE = "none";
    public static final String INTERVAL = "interval";
    public static final String UNKNOWN = "unknown";

    /** Creates the conflation of an application that publishes unchanged prices. */
    public Conflation(String policy, long intervalNs) {
        this(policy, intervalNs, false);
    }
}
