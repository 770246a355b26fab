package org.ticktoquote.analysis.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.core.command.CountText;

/** Collects observations in the order found. */
final class ObservationList {
    private final List<Observation> observations = new ArrayList<>();

    void count(String rule, long value, String text) {
        observations.add(new Observation(rule, (double) value, text));
    }

    /** Adds a count; the text begins with the number and its noun in singular or plural. */
    void counted(String rule, long value, String one, String many, String rest) {
        count(rule, value, CountText.of(value, one, many) + rest + ".");
    }

    /** Adds a condition that is true or false. */
    void flag(String rule, boolean set, String text) {
        count(rule, set ? 1 : 0, text);
    }

    /** Adds a measured value without rounding. */
    void value(String rule, double value, String text) {
        observations.add(new Observation(rule, value, text));
    }

    /** Adds a share, rounded to a millionth; the share of a part above 0 is at least a millionth. */
    void share(String rule, long part, long whole, String text) {
        value(rule, millionths(part, whole) / 1e6, text);
    }

    /** Adds a share in percent, rounded likewise. */
    void percent(String rule, long part, long whole, String text) {
        value(rule, millionths(part, whole) / 1e4, text);
    }

    private static long millionths(long part, long whole) {
        return Math.max(Math.round((double) part / (double) Math.max(1, whole) * 1e6), part > 0 ? 1 : 0);
    }

    /** Returns whether any of the rules has a finding. */
    boolean any(Set<String> rules) {
        return observations.stream().anyMatch(each -> rules.contains(each.rule()) && each.value() > 0);
    }

    List<Observation> all() {
        return List.copyOf(observations);
    }
}
