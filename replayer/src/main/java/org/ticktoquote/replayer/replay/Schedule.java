package org.ticktoquote.replayer.replay;

import org.ticktoquote.replayer.recording.Recording;

/**
 * When each tick should leave: {@code t0 + (venueTime[i] - venueTime[0]) / speed}.
 *
 * <p>Immutable, and a function of the index alone: nothing that happens during the replay can move it.
 */
final class Schedule {
    private final Recording recording;
    private final long t0Ns;
    private final long venueT0Ns;
    private final Speed speed;

    /** The recording's time {@code venueT0Ns} is the monotonic time {@code t0Ns}. */
    Schedule(Recording recording, long venueT0Ns, long t0Ns, Speed speed) {
        this.recording = recording;
        this.venueT0Ns = venueT0Ns;
        this.t0Ns = t0Ns;
        this.speed = speed;
    }

    /** The intended time of a tick, by its index in the recording. */
    long intendedNs(long index) {
        return atNs(recording.venueTimeNs(index));
    }

    /** The intended time of what the recording has at a time. */
    long atNs(long venueTimeNs) {
        return t0Ns + speed.stretch(venueTimeNs - venueT0Ns);
    }
}
