package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Takes any number of things and keeps the longest ones, so that memory is bounded whatever a file holds. Not thread-safe. */
final class Longest<T> {
    /** More than an hour of a stop every 14 ms has. */
    static final int MOST = 262_144;

    private final int most;
    private final ToLongFunction<T> length;
    private final List<T> kept = new ArrayList<>();
    private long omitted;
    private long longestOmittedNs;

    Longest(ToLongFunction<T> length) {
        this(MOST, length);
    }

    Longest(int most, ToLongFunction<T> length) {
        this.most = most;
        this.length = length;
    }

    void add(T thing) {
        kept.add(thing);
        if (kept.size() >= 2 * most) {
            cut();
        }
    }

    private void cut() {
        if (kept.size() > most) {
            kept.sort(Comparator.comparingLong(length).reversed());
            List<T> shorter = kept.subList(most, kept.size());
            longestOmittedNs = Math.max(longestOmittedNs, length.applyAsLong(shorter.get(0)));
            omitted += shorter.size();
            shorter.clear();
        }
    }

    /** The same less some. */
    Longest<T> without(Predicate<T> some) {
        kept.removeIf(some);
        return this;
    }

    /** In no particular order. */
    List<T> kept() {
        cut();
        return List.copyOf(kept);
    }

    /** How many were left out; of those that were asked for by {@link #kept()}. */
    long omitted() {
        return omitted;
    }

    /** The longest one that was left out; 0 when none was. */
    long longestOmittedNs() {
        return longestOmittedNs;
    }
}
