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
record WarmUpTicks(long count, LongUnaryOperator indexes, LongUnaryOperator intendedTimes, WireTime wireTime)
        implements TickSequence {

    /** Consecutive ticks as a schedule has them. */
    static WarmUpTicks section(Window ticks, Schedule schedule, WireTime wireTime) {
        LongUnaryOperator indexes = place -> ticks.first() + place;
        return new WarmUpTicks(ticks.count(), indexes, place -> schedule.intendedNs(ticks.first() + place), wireTime);
    }

    /** Chosen ticks at even distances. */
    static WarmUpTicks chosen(long[] chosen, long t0Ns, long intervalNs, WireTime wireTime) {
        return new WarmUpTicks(
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
