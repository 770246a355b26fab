package org.ticktoquote.host.audit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.host.change.Setting;

/**
 * One line of an audit.
 *
 * @param item its name
 * @param severity for the profile that was asked for
 * @param counts whether a deviation from it counts for that profile
 * @param found in words
 * @param wanted in words
 * @param why it matters
 * @param how to change it: a command; empty when it is as wanted or cannot be changed
 * @param settings what {@code --apply} changes
 */
public record Finding(
        String item,
        Severity severity,
        boolean counts,
        String found,
        String wanted,
        String why,
        String how,
        @JsonIgnore List<Setting> settings) {
    public Finding {
        settings = List.copyOf(settings);
    }

    /** Whether it warns or makes the host unfit. */
    public boolean matters() {
        return severity == Severity.UNFIT || warns();
    }

    /** Whether it stands between the host and being fit. */
    public boolean warns() {
        return severity == Severity.WARNING || (severity == Severity.UNKNOWN && counts);
    }

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
}
