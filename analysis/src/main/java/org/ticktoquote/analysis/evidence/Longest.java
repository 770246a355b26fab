package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Keeps the longest of any number of elements, so that memory is bounded for any input. Not thread-safe. */
final class Longest<T> {
    /** More than one stop every 14 ms in an hour. */
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

    /** Removes the elements that match, and returns itself. */
    Longest<T> without(Predicate<T> some) {
        kept.removeIf(some);
        return this;
    }

    /** Returns the elements kept, in no particular order. */
    List<T> kept() {
        cut();
        return List.copyOf(kept);
    }

    /** Returns the number of elements dropped before the last call of {@link #kept()}. */
    long omitted() {
        return omitted;
    }

    /** Returns the longest element dropped; 0 if none. */
    long longestOmittedNs() {
        return longestOmittedNs;
    }
}
