package org.ticktoquote.pricing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/** Collects what is wrong with the options, so that all of it is said at once. */
final class Validation {
    private final List<String> errors = new ArrayList<>();

    /** The value that the reader makes of an option's text; the fallback, and an error, where it cannot. */
    <T> T read(String option, Supplier<T> reader, T fallback) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            errors.add(option + ": " + e.getMessage());
            return fallback;
        }
    }

    void add(List<String> found) {
        errors.addAll(found);
    }

    /** Refuses when anything was wrong. */
    void refuse() {
        if (!errors.isEmpty()) {
            throw new Refusal(ExitStatus.USAGE, "pricing-app: " + String.join("; ", errors));
        }
    }
}
