package org.ticktoquote.host.audit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.host.change.Setting;

/**
 * One line of an audit.
 *
 * @param item its name
 * @param severity for the audited profile
 * @param counts whether a deviation counts for that profile
 * @param found in words
 * @param wanted in words
 * @param why it matters
 * @param how command that changes it; empty if it fits or cannot be changed
 * @param settings changes that {@code --apply} makes
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

    /** Returns whether it is a warning or makes the host unfit. */
    public boolean needsAttention() {
        return severity == Severity.UNFIT || reducesFitness();
    }

    /** Returns whether it reduces the fitness to {@code WARNINGS}: a warning, or an unknown item that counts. */
    public boolean reducesFitness() {
        return severity == Severity.WARNING || (severity == Severity.UNKNOWN && counts);
    }

    /** Severity of a finding, in rising order. */
    public enum Severity {
        FIT,
        /** Deviates, without weight for the profile. */
        NOTE,
        /** Could not be read. Counts as a warning if a deviation would count. */
        UNKNOWN,
        /** Hurts latency, so figures reflect the host too much. */
        WARNING,
        /** The host cannot deliver what the profile requires. */
        UNFIT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
