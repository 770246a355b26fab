package org.ticktoquote.host.audit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.host.change.Setting;

/**
 * One line of an audit.
 *
 * @param item name of the audit item
 * @param severity severity under the audited profile
 * @param counts whether a deviation is at least a warning for that profile; false for an unreadable tuning value
 * @param found state found, in words
 * @param wanted required state, in words
 * @param why reason why it matters
 * @param how shell command or advice that removes the deviation; empty if there is none
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

    /** Returns whether the finding reduces the fitness or makes the host unfit. */
    public boolean needsAttention() {
        return severity == Severity.UNFIT || reducesFitness();
    }

    /** Returns whether this is a warning or an unknown item that counts. Both reduce the fitness to {@code WARNINGS}. */
    public boolean reducesFitness() {
        return severity == Severity.WARNING || (severity == Severity.UNKNOWN && counts);
    }

    /** Severity of a finding, in rising order. */
    public enum Severity {
        FIT,
        /** Deviates, but does not matter for the profile. */
        NOTE,
        /** Could not be read. Counts as a warning if a deviation would count. */
        UNKNOWN,
        /** Hurts latency: part of the measured latency can be the host's. */
        WARNING,
        /** The host cannot deliver what the profile requires. */
        UNFIT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
