package org.ticktoquote.pricing.publish;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;

/**
 * Option value of the form {@code name:key=value,key=value}.
 *
 * <p>Every fault throws a {@link Refusal} with the text and the expectation.
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
                    throw Problem.ofValue(text)
                            .expected("NAME:KEY=VALUE,KEY=VALUE")
                            .refusal();
                }
            }
        }
        return new Spec(text, name, values);
    }

    /** Refuses unknown keys. */
    Spec allow(String... keys) {
        for (String key : values.keySet()) {
            if (!Set.of(keys).contains(key)) {
                throw refused("has no '" + key + "'", "one of " + String.join(", ", keys));
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
        } catch (Refusal refusal) {
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
            throw wrong(key, "a whole number").refusal(e);
        }
        throw wrong(key, lowest + ".." + highest).refusal();
    }

    double fraction(String key, double highest) {
        try {
            double value = Double.parseDouble(required(key));
            if (value >= 0 && value <= highest) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw wrong(key, "a number").refusal(e);
        }
        throw wrong(key, "0.." + highest).refusal();
    }

    private Problem wrong(String key, String expected) {
        return Problem.ofValue(text).fault("has " + key + "=" + values.get(key)).expected(expected);
    }

    Refusal refused(String fault, String expected) {
        return Problem.ofValue(text).fault(fault).expected(expected).refusal();
    }
}
