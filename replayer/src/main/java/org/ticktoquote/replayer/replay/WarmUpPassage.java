package org.ticktoquote.replayer.replay;

import java.util.function.LongUnaryOperator;

/**
 * Ticks of the warm-up: quotes from anywhere in the recording, under venue times that pass steadily.
 *
 * @param count how many
 * @param indexes in the recording, by place
 * @param intendedTimes by place
 * @param wireTime gives the venue times
 */
record WarmUpPassage(long count, LongUnaryOperator indexes, LongUnaryOperator intendedTimes, WireTime wireTime)
        implements Passage {

    /** Consecutive ticks as a schedule has them. */
    static WarmUpPassage section(Window ticks, Schedule schedule, WireTime wireTime) {
        LongUnaryOperator indexes = place -> ticks.first() + place;
        return new WarmUpPassage(ticks.count(), indexes, place -> schedule.intendedNs(ticks.first() + place), wireTime);
    }

    /** Chosen ticks at even distances. */
    static WarmUpPassage chosen(long[] chosen, long t0Ns, long intervalNs, WireTime wireTime) {
        return new WarmUpPassage(
                chosen.length, place -> chosen[(int) place], place -> t0Ns + place * intervalNs, wireTime);
    }

    @Override
    public long index(long place) {
        return indexes.applyAsLong(place);
    }

    @Override
    public long intendedNs(long place) {
        return intendedTimes.applyAsLong(place);
    }

    @Override
    public long venueTimeNs(long place) {
        return wireTime.venueTimeNs(intendedNs(place));
    }
}
