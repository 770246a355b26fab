package org.ticktoquote.harness.matrix.definition;

import org.ticktoquote.core.yaml.YamlSection;

/** Says to those who look for a duet in a matrix where there is one. */
final class NoDuet {
    private static final String KEY = "duet";

    private NoDuet() {}

    /** Refuses the key in one part of the file. */
    static void in(YamlSection section) {
        section.refuseKey(
                KEY,
                "a matrix has no duet",
                "t2q gate run --duet MATRIX --baseline CASE --candidate CASE, which runs two of its cases at once");
    }
}
