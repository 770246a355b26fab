package org.ticktoquote.host.audit;

import java.util.Locale;

/** What a line of the audit weighs, rising. */
public enum Severity {
    /** As wanted. */
    FIT,
    /** Not as wanted, and of no weight for the profile. */
    NOTE,
    /** Could not be read; counts as a warning where a deviation would count at all. */
    UNKNOWN,
    /** Hurts: figures of this host say more about the host than they should. */
    WARNING,
    /** The host cannot give what the profile promises. */
    UNFIT;

    /** In lower case, as shown. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
