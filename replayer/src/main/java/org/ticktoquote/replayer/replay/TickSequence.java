package org.ticktoquote.replayer.replay;

import org.jspecify.annotations.Nullable;

/**
 * Ticks of the recording to be sent one after the other, in order of intended time.
 *
 * <p>All methods are functions of the place alone and do not allocate.
 */
interface TickSequence {
    /** How many ticks; their places are 0 to one less. */
    long count();

    /** Index in the recording. */
    long index(long place);

    /** When it should leave, monotonic. */
    long intendedNs(long place);

    /** The venue time it carries on the wire. */
    long venueTimeNs(long place);

    /** Index in the recording behind the last of them, where they stand one after the other there; 0 where they are chosen. */
    default long endIndex() {
        return 0;
    }

    /** When payloads that carry no tick, between the ticks, should leave; null where they are left out. */
    default @Nullable Schedule asideSchedule() {
        return null;
    }
}
