package org.ticktoquote.analysis.observation;

import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.analysis.validity.Observation;
import org.ticktoquote.core.command.Counted;

/** Collects observations in the order found. */
final class Found {
    private final List<Observation> observations = new ArrayList<>();

    /** So many of something. */
    void count(String rule, long value, String text) {
        observations.add(new Observation(rule, (double) value, text));
    }

    /** So many of something; the text begins with the number and what there is one of, or many. */
    void counted(String rule, long value, String one, String many, String rest) {
        count(rule, value, Counted.of(value, one, many) + rest + ".");
    }

    /** Something that is so or not. */
    void flag(String rule, boolean set, String text) {
        count(rule, set ? 1 : 0, text);
    }

    /** A measured value, as it is. */
    void value(String rule, double value, String text) {
        observations.add(new Observation(rule, value, text));
    }

    /** A part of a whole, to a millionth. */
    void share(String rule, long part, long whole, String text) {
        double share = (double) part / (double) Math.max(1, whole);
        observations.add(new Observation(rule, Math.round(share * 1e6) / 1e6, text));
    }

    List<Observation> all() {
        return List.copyOf(observations);
    }
}
