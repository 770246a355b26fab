package org.ticktoquote.analysis.slo;

import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.slo.WindowTally.WindowCounts;

/**
 * Moves a window through every position in the measured part and counts its values. Each tick is read when it enters the
 * window and again when it leaves, so that two counters suffice for any length.
 *
 * <p>The measured part begins with the first intended tick. Not thread-safe.
 */
final class MovingWindows {
    private final TickResults results;
    private final LateValues values;
    private final long beginNs;
    private final long endNs;
    private long first = 1;
    private long next = 1;
    private long inside;
    private long late;

    /**
     * Creates windows over the values of a run with at least one tick.
     *
     * @param partNs planned length of the measured part, which is extended to include the last tick
     */
    MovingWindows(LateValues values, long partNs) {
        this.results = values.results();
        this.values = values;
        this.beginNs = results.intendedNs(1);
        this.endNs = Math.max(beginNs + partNs, results.intendedNs(results.ticks()) + 1);
    }

    long beginNs() {
        return beginNs;
    }

    /** Returns the length of the measured part. */
    long lengthNs() {
        return endNs - beginNs;
    }

    /** Counts the whole measured part as one window. */
    void whole(WindowTally tally) {
        while (next <= results.ticks()) {
            enter();
        }
        tally.add(new WindowCounts(beginNs, endNs, 1, next, inside, late), 1);
    }

    /**
     * Counts every window {@code [t, t + length)} in the measured part, for each whole nanosecond t; none if the window is
     * longer than the part.
     */
    void ofTime(long lengthNs, WindowTally tally) {
        long last = endNs - lengthNs;
        long from = beginNs;
        while (from <= last) {
            while (next <= results.ticks() && results.intendedNs(next) - lengthNs < from) {
                enter();
            }
            while (first < next && results.intendedNs(first) < from) {
                leave();
            }
            long changes = last + 1;
            if (first < next) {
                changes = Math.min(changes, results.intendedNs(first) + 1);
            }
            if (next <= results.ticks()) {
                changes = Math.min(changes, results.intendedNs(next) - lengthNs + 1);
            }
            tally.add(new WindowCounts(from, from + lengthNs, first, next, inside, late), changes - from);
            from = changes;
        }
    }

    /** Counts every run of {@code length} successive ticks with a value; none if there are fewer. */
    void ofTicks(long length, WindowTally tally) {
        long held = 0;
        while (next <= results.ticks()) {
            if (!enter()) {
                continue;
            }
            held++;
            while (held > length) {
                held -= leave() ? 1 : 0;
            }
            if (held == length) {
                skip();
                long toNs = results.intendedNs(next - 1) + 1;
                tally.add(new WindowCounts(results.intendedNs(first), toNs, first, next, inside, late), 1);
            }
        }
    }

    /** Drops leading ticks without a value. */
    private void skip() {
        values.load(first);
        while (values.values() == 0) {
            first++;
            values.load(first);
        }
    }

    /** Adds the next tick and returns whether it has a value. */
    private boolean enter() {
        values.load(next);
        next++;
        inside += values.values();
        late += values.late();
        return values.values() > 0;
    }

    /** Removes the first tick and returns whether it has a value. */
    private boolean leave() {
        values.load(first);
        first++;
        inside -= values.values();
        late -= values.late();
        return values.values() > 0;
    }
}
