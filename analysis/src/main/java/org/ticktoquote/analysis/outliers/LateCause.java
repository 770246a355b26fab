package org.ticktoquote.analysis.outliers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.Cause;

/**
 * What an episode, or time, is put down to: a cause, that ticks were lost, or nothing that is known.
 *
 * @param key as files write it
 * @param label as people read it
 */
record LateCause(String key, String label) {
    static final LateCause UNEXPLAINED = new LateCause("unexplained", "unexplained");
    static final LateCause LOST = new LateCause("lost", "lost: a client never got them");

    /** In the order of the table. */
    static final List<LateCause> ALL = Stream.concat(
                    Stream.of(Cause.values()).map(LateCause::of), Stream.of(UNEXPLAINED, LOST))
            .toList();

    /** What stands before the share of a cause, by its key; empty where that is no upper bound. */
    static String bound(String key) {
        return Stream.of(Cause.values())
                        .anyMatch(cause -> cause.atMost() && cause.key().equals(key))
                ? "at most "
                : "";
    }

    static LateCause of(Cause cause) {
        return new LateCause(cause.key(), cause.label());
    }

    /** Nothing of any yet, by key, in that order. */
    static Map<String, CauseTally> tallies() {
        Map<String, CauseTally> tallies = new LinkedHashMap<>();
        ALL.forEach(cause -> tallies.put(cause.key, new CauseTally()));
        return tallies;
    }
}
