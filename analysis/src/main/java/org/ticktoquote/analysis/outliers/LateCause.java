package org.ticktoquote.analysis.outliers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ticktoquote.analysis.evidence.Cause;

/**
 * Attribution of an episode or a time: a cause, lost, or unexplained.
 *
 * @param key cause's name in files
 * @param label cause's name for users
 */
record LateCause(String key, String label) {
    static final LateCause UNEXPLAINED = new LateCause("unexplained", "unexplained");
    static final LateCause LOST = new LateCause("lost", "lost: a client never got them");

    /** In the order of the table. */
    static final List<LateCause> ALL = Stream.concat(
                    Stream.of(Cause.values()).map(LateCause::of), Stream.of(UNEXPLAINED, LOST))
            .toList();

    /** Returns the prefix of a cause's share, by its key; empty unless the share is an upper bound. */
    static String bound(String key) {
        return Stream.of(Cause.values())
                        .anyMatch(cause -> cause.atMost() && cause.key().equals(key))
                ? "at most "
                : "";
    }

    static LateCause of(Cause cause) {
        return new LateCause(cause.key(), cause.label());
    }

    /** Returns empty tallies by key, in the order of the table. */
    static Map<String, CauseTally> tallies() {
        Map<String, CauseTally> tallies = new LinkedHashMap<>();
        ALL.forEach(cause -> tallies.put(cause.key, new CauseTally()));
        return tallies;
    }
}
