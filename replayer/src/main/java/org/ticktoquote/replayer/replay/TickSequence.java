package org.ticktoquote.replayer.replay;

import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Ticks of the recording to be sent one after the other, in order of intended time.
 *
 * <p>All methods are functions of the place alone and do not allocate.
 *
 * @param count how many ticks; their places are 0 to one less
 * @param endIndex index in the recording after the last tick; 0 where ticks are chosen and do not follow one another there
 * @param indexes index in the recording, by place
 * @param intendedTimes when a tick should leave, monotonic, by place
 * @param venueTimes the venue time that a tick carries on the wire, by place
 * @param asideSchedule when payloads that carry no tick, between the ticks, should leave; null where they are left out
 */
record TickSequence(
        long count,
        long endIndex,
        LongUnaryOperator indexes,
        LongUnaryOperator intendedTimes,
        LongUnaryOperator venueTimes,
        @Nullable Schedule asideSchedule) {

    /** The window, as recorded, from {@code t0} on. */
    static TickSequence measured(Recording recording, Window window, long t0Ns, Speed speed) {
        long first = window.first();
        Schedule schedule = new Schedule(recording, recording.venueTimeNs(first), t0Ns, speed);
        return new TickSequence(
                window.count(),
                window.end(),
                place -> first + place,
                place -> schedule.intendedNs(first + place),
                place -> recording.venueTimeNs(first + place),
                schedule);
    }

    long index(long place) {
        return indexes.applyAsLong(place);
    }

    long intendedNs(long place) {
        return intendedTimes.applyAsLong(place);
    }

    long venueTimeNs(long place) {
        return venueTimes.applyAsLong(place);
    }
}
