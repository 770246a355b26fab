package org.ticktoquote.replayer.replay;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Iterates over the payloads without ticks between two consecutive ticks; empty for a recording of quotes. Does not
 * allocate. Single-threaded.
 */
final class Asides {
    private static final Asides NONE = new Asides(null, null, -1);

    private final @Nullable RecordedPayloads payloads;
    private final @Nullable Schedule schedule;
    private long before;
    private long payload;
    private long end;

    private Asides(@Nullable RecordedPayloads payloads, @Nullable Schedule schedule, long before) {
        this.payloads = payloads;
        this.before = before;
        this.schedule = schedule;
    }

    /**
     * Returns the asides of a recording; none without a schedule for them.
     *
     * @param after index of the last tick sent; -1 if none was sent
     */
    static Asides between(Recording recording, @Nullable Schedule schedule, long after) {
        RecordedPayloads payloads = recording.payloads();
        return payloads == null || schedule == null ? NONE : new Asides(payloads, schedule, after);
    }

    /** Moves to the asides before the tick at an index, starting after the previous tick. */
    void before(long index) {
        RecordedPayloads all = payloads;
        if (all == null) {
            return;
        }
        end = all.payloadOf(index);
        payload = before == index - 1 && index > 0 ? all.payloadOf(before) : end;
        before = index;
    }

    /** Moves to the next aside. Returns false after the last. */
    boolean next() {
        return payloads != null && ++payload < end;
    }

    long payload() {
        return payload;
    }

    long intendedNs() {
        if (payloads == null || schedule == null) {
            throw new IllegalStateException("there is none");
        }
        return schedule.atNs(payloads.timeNs(payload));
    }
}
