package org.ticktoquote.analysis.matching;

import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.TickRecord;

/**
 * Ticks of a run in the order sent, warm-up first.
 *
 * <p>Stops at a gap in the tick ids or an unknown instrument or venue, and reports it to the input. Does not allocate per
 * tick.
 */
final class TickStream {
    private final @Nullable JournalInput warmUp;
    private final JournalInput measured;
    private final DueTicks model;
    private final TickRecord tick = new TickRecord(new UnsafeBuffer(new byte[0]), 0);
    private boolean warmingUp;
    private boolean ended;
    private long lastTickId;

    TickStream(@Nullable JournalInput warmUp, JournalInput measured, DueTicks model) {
        this.warmUp = warmUp;
        this.measured = measured;
        this.model = model;
        this.warmingUp = warmUp != null;
    }

    /** Moves to the next tick; returns false at the end. */
    boolean next() {
        if (warmingUp && warmUp != null) {
            if (read(warmUp)) {
                return true;
            }
            warmingUp = false;
        }
        ended = ended || !read(measured) || !inSequence();
        return !ended;
    }

    private boolean read(JournalInput input) {
        if (!input.next()) {
            return false;
        }
        tick.wrap(input.reader());
        if (!model.covers(tick)) {
            input.damaged("has a tick of instrument " + tick.instrumentId() + " at venue " + tick.venueId()
                    + ", which run.json does not name");
            return false;
        }
        return true;
    }

    private boolean inSequence() {
        lastTickId++;
        if (tick.tickId() != lastTickId) {
            measured.damaged("has tick " + tick.tickId() + ", expected " + lastTickId);
            return false;
        }
        return true;
    }

    TickRecord tick() {
        return tick;
    }

    /** Returns whether the current tick belongs to the warm-up. */
    boolean warmingUp() {
        return warmingUp;
    }

    /** Returns whether the whole warm-up was read, so that its last tick is known. */
    boolean warmUpWhole() {
        return warmUp != null && !warmingUp && warmUp.state().isComplete();
    }
}
