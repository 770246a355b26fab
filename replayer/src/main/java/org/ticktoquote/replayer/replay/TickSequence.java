package org.ticktoquote.replayer.replay;

import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Ticks of the recording to be sent, in order of intended time.
 *
 * <p>All lookups take a position in the sequence and do not allocate.
 *
 * @param count number of ticks, whose positions start at 0
 * @param endIndex index in the recording after the last tick; 0 if the ticks are not consecutive there
 * @param indexes indexes in the recording, by position
 * @param intendedTimes intended times on the monotonic clock, by position
 * @param venueTimes venue times sent with the ticks, by position
 * @param sentBefore index in the recording of the tick sent before this sequence; payloads without a tick are sent from
 *     there on; -1 if there is none
 * @param asideSchedule intended times of the payloads without a tick; null to omit these payloads
 */
record TickSequence(
        long count,
        long endIndex,
        LongUnaryOperator indexes,
        LongUnaryOperator intendedTimes,
        LongUnaryOperator venueTimes,
        long sentBefore,
        @Nullable Schedule asideSchedule) {

    /** Returns the ticks of the window, as recorded, starting at {@code t0}. */
    static TickSequence measured(Recording recording, Window window, long t0Ns, Speed speed) {
        long first = window.first();
        return of(recording, window, -1, new Schedule(recording, recording.venueTimeNs(first), t0Ns, speed));
    }

    /** Returns the ticks of a part of the window, as recorded. */
    static TickSequence of(Recording recording, Window window, long sentBefore, Schedule schedule) {
        long first = window.first();
        return new TickSequence(
                window.count(),
                window.end(),
                place -> first + place,
                place -> schedule.intendedNs(first + place),
                place -> recording.venueTimeNs(first + place),
                sentBefore,
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
