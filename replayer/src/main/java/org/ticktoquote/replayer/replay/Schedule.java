package org.ticktoquote.replayer.replay;

import org.ticktoquote.replayer.recording.Recording;

/**
 * Intended times of ticks: {@code t0 + (venueTime[i] - venueTime[0]) / speed}.
 *
 * <p>Immutable. Depends on the index only, so no event during the replay can shift it.
 */
final class Schedule {
    private final Recording recording;
    private final long t0Ns;
    private final long venueT0Ns;
    private final Speed speed;

    /** Maps the recording's time {@code venueT0Ns} to the monotonic time {@code t0Ns}. */
    Schedule(Recording recording, long venueT0Ns, long t0Ns, Speed speed) {
        this.recording = recording;
        this.venueT0Ns = venueT0Ns;
        this.t0Ns = t0Ns;
        this.speed = speed;
    }

    /** Returns the intended time of a tick by its index in the recording. */
    long intendedNs(long index) {
        return atNs(recording.venueTimeNs(index));
    }

    /** Returns the intended time for a time of the recording. */
    long atNs(long venueTimeNs) {
        return t0Ns + speed.toReplayNs(venueTimeNs - venueT0Ns);
    }
}
