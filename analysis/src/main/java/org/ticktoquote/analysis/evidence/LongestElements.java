package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.ticktoquote.core.command.DurationText;

/** Keeps the longest of any number of elements, so that memory is bounded for any input. Not thread-safe. */
final class LongestElements<T> {
    /** Enough for one stop every 14 ms over an hour. */
    static final int MAX_ELEMENTS = 262_144;

    private final int most;
    private final ToLongFunction<T> length;
    private final List<T> elements = new ArrayList<>();
    private long omitted;
    private long longestOmittedNs;

    LongestElements(ToLongFunction<T> length) {
        this(MAX_ELEMENTS, length);
    }

    LongestElements(int most, ToLongFunction<T> length) {
        this.most = most;
        this.length = length;
    }

    void add(T thing) {
        elements.add(thing);
        if (elements.size() >= 2 * most) {
            drop();
        }
    }

    private void drop() {
        if (elements.size() > most) {
            elements.sort(Comparator.comparingLong(length).reversed());
            List<T> shorter = elements.subList(most, elements.size());
            longestOmittedNs = Math.max(longestOmittedNs, length.applyAsLong(shorter.get(0)));
            omitted += shorter.size();
            shorter.clear();
        }
    }

    /** Removes matching elements and returns this object. */
    LongestElements<T> without(Predicate<T> some) {
        elements.removeIf(some);
        return this;
    }

    /** Returns the elements kept, in no particular order. */
    List<T> elements() {
        drop();
        return List.copyOf(elements);
    }

    /** Describes the dropped elements; empty if there are none. Call {@link #elements()} first. */
    String omission() {
        return omitted == 0 ? "" : omitted + " of " + DurationText.format(longestOmittedNs) + " or less are omitted";
    }

    /** Returns the number of dropped elements. Call {@link #elements()} first. */
    long omitted() {
        return omitted;
    }

    /** Returns the length of the longest dropped element; 0 if none. Call {@link #elements()} first. */
    long longestOmittedNs() {
        return longestOmittedNs;
    }
}
