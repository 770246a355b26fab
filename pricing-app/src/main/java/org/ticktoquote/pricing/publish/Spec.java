package org.ticktoquote.pricing.publish;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ticktoquote.core.command.DurationText;

/**
 * An option value of the form {@code name:key=value,key=value}.
 *
 * <p>Every fault throws an {@link IllegalArgumentException} that names the text and what was expected.
 */
record Spec(String text, String name, Map<String, String> values) {
    static Spec parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Map<String, String> values = new TreeMap<>();
        if (colon >= 0) {
            for (String pair : text.substring(colon + 1).split(",", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 1 || values.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
                    throw new IllegalArgumentException("'" + text + "': expected NAME:KEY=VALUE,KEY=VALUE");
                }
            }
        }
        return new Spec(text, name, values);
    }

    /** Refuses keys that are not known. */
    Spec allow(String... keys) {
        for (String key : values.keySet()) {
            if (!Set.of(keys).contains(key)) {
                throw fault("'" + key + "' is not one of " + String.join(", ", keys));
            }
        }
        return this;
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    private String required(String key) {
        String value = values.get(key);
        if (value == null) {
            throw fault(key + "= is missing");
        }
        return value;
    }

    long durationNs(String key) {
        try {
            return DurationText.parseUpToAnHour(required(key));
        } catch (IllegalArgumentException e) {
            throw fault(key + ": " + e.getMessage());
        }
    }

    long number(String key, long lowest, long highest) {
        try {
            long value = Long.parseLong(required(key));
            if (value >= lowest && value <= highest) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw fault(key + ": expected a whole number, not '" + values.get(key) + "'");
        }
        throw fault(key + ": expected " + lowest + ".." + highest);
    }

    double fraction(String key, double highest) {
        try {
            double value = Double.parseDouble(required(key));
            if (value >= 0 && value <= highest) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw fault(key + ": expected a number, not '" + values.get(key) + "'");
        }
        throw fault(key + ": expected 0.." + highest);
    }

    IllegalArgumentException fault(String reason) {
        return new IllegalArgumentException("'" + text + "': " + reason);
    }
}
