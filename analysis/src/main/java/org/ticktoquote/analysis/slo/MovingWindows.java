package org.ticktoquote.analysis.slo;

import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.slo.WindowTally.Seen;

/**
 * Moves a window over the measured part, through every position, and hands over what is in it. A tick enters at one end and
 * leaves at the other, each read when it does: two counters, however long the window.
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
     * Over the values of a run with one tick or more.
     *
     * @param partNs how long the measured part was planned to be; the last tick is in it in any case
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

    /** How long the measured part is. */
    long lengthNs() {
        return endNs - beginNs;
    }

    /** The measured part as a whole. */
    void whole(WindowTally tally) {
        while (next <= results.ticks()) {
            enter();
        }
        tally.add(new Seen(beginNs, endNs, 1, next, inside, late), 1);
    }

    /** Every window {@code [t, t + length)} that lies in the measured part, of each whole nanosecond t; none where it is longer. */
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
            tally.add(new Seen(from, from + lengthNs, first, next, inside, late), changes - from);
            from = changes;
        }
    }

    /** Every run of so many successive ticks that have a value; none where there are fewer. */
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
                tally.add(new Seen(results.intendedNs(first), toNs, first, next, inside, late), 1);
            }
        }
    }

    /** Ticks without a value at the begin are in no window. */
    private void skip() {
        values.load(first);
        while (values.values() == 0) {
            first++;
            values.load(first);
        }
    }

    /** Takes in the next tick; whether it has a value. */
    private boolean enter() {
        values.load(next);
        next++;
        inside += values.values();
        late += values.late();
        return values.values() > 0;
    }

    /** Lets the first tick go; likewise. */
    private boolean leave() {
        values.load(first);
        first++;
        inside -= values.values();
        late -= values.late();
        return values.values() > 0;
    }
}
