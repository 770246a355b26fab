package org.ticktoquote.replayer.replay;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.recording.RecordedPayloads;
import org.ticktoquote.replayer.recording.Recording;

/**
 * The payloads that carry no tick and lie between two ticks that are sent one after the other; none where the recording has
 * quotes only. Does not allocate; one thread uses it.
 */
final class Asides {
    private static final Asides NONE = new Asides(null, null);

    private final @Nullable RecordedPayloads payloads;
    private final @Nullable Schedule schedule;
    private long before = -1;
    private long payload;
    private long end;

    private Asides(@Nullable RecordedPayloads payloads, @Nullable Schedule schedule) {
        this.payloads = payloads;
        this.schedule = schedule;
    }

    /** Those of a sequence; none without a schedule of theirs. */
    static Asides between(Recording recording, @Nullable Schedule schedule) {
        RecordedPayloads payloads = recording.payloads();
        return payloads == null || schedule == null ? NONE : new Asides(payloads, schedule);
    }

    /** Moves to those before the tick of an index, from the tick before it on. */
    void before(long index) {
        RecordedPayloads all = payloads;
        if (all == null) {
            return;
        }
        end = all.payloadOf(index);
        payload = before == index - 1 && index > 0 ? all.payloadOf(before) : end;
        before = index;
    }

    /** Moves to the next one; false behind the last. */
    boolean next() {
        return payloads != null && ++payload < end;
    }

    long payload() {
        return payload;
    }

    /** When it is to leave. */
    long intendedNs() {
        if (payloads == null || schedule == null) {
            throw new IllegalStateException("there is none");
        }
        return schedule.atNs(payloads.timeNs(payload));
    }
}
