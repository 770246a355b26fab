package org.ticktoquote.host.audit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
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
}
