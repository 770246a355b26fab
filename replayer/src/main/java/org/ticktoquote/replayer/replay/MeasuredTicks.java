package org.ticktoquote.replayer.replay;

import org.ticktoquote.replayer.recording.Recording;

/** The window, as recorded, from {@code t0} on. */
final class MeasuredTicks implements TickSequence {
    private final Recording recording;
    private final Window window;
    private final Schedule schedule;

    MeasuredTicks(Recording recording, Window window, long t0Ns, Speed speed) {
        this.recording = recording;
        this.window = window;
        this.schedule = new Schedule(recording, recording.venueTimeNs(window.first()), t0Ns, speed);
    }

    @Override
    public long count() {
        return window.count();
    }

    @Override
    public long index(long place) {
        return window.first() + place;
    }

    @Override
    public long intendedNs(long place) {
        return schedule.intendedNs(window.first() + place);
    }

    @Override
    public long venueTimeNs(long place) {
        return recording.venueTimeNs(window.first() + place);
    }

    @Override
    public long endIndex() {
        return window.end();
    }

    @Override
    public Schedule asideSchedule() {
        return schedule;
    }
}
