package org.ticktoquote.pricing.publish;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ticktoquote.core.command.DecimalText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Option value of the form {@code name:key=value,key=value}.
 *
 * <p>Invalid values throw a {@link ProblemException} with the text and the expected form.
 */
record KeyValueOption(String text, String name, Map<String, String> values) {
    static KeyValueOption parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Map<String, String> values = new TreeMap<>();
        if (colon >= 0) {
            for (String pair : text.substring(colon + 1).split(",", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 1 || values.put(pair.substring(0, equals), pair.substring(equals + 1)) != null) {
                    throw Problem.ofValue(text)
                            .expected("NAME:KEY=VALUE,KEY=VALUE")
                            .exception();
                }
            }
        }
        return new KeyValueOption(text, name, values);
    }

    /** Refuses unknown keys. */
    KeyValueOption allow(String... keys) {
        for (String key : values.keySet()) {
            if (!Set.of(keys).contains(key)) {
                throw refused("has an unknown key '" + key + "'", "one of " + String.join(", ", keys));
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
            throw refused("has no " + key + "=", "");
        }
        return value;
    }

    long durationNs(String key) {
        String value = required(key);
        try {
            return DurationText.parseUpToAnHour(value);
        } catch (ProblemException refusal) {
            throw refusal.with(problem -> wrong(key, problem.expected()));
        }
    }

    long number(String key, long lowest, long highest) {
        try {
            long value = Long.parseLong(required(key));
            if (value >= lowest && value <= highest) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong(key, "a whole number").exception(e);
        }
        throw wrong(key, lowest + ".." + highest).exception();
    }

    double fraction(String key, double highest) {
        double value = DecimalText.parse(required(key));
        if (value >= 0 && value <= highest) {
            return value;
        }
        throw wrong(key, "0.." + highest).exception();
    }

    private Problem wrong(String key, String expected) {
        return Problem.ofValue(text).fault("has " + key + "=" + values.get(key)).expected(expected);
    }

    ProblemException refused(String fault, String expected) {
        return Problem.ofValue(text).fault(fault).expected(expected).exception();
    }
}
