package org.ticktoquote.wire.run;

import org.agrona.concurrent.NanoClock;

/**
 * Clock of a capture on the scale of a run: ns since an hour before its first frame, so that every time is above zero. Shows
 * the newest time read so far. One thread.
 */
final class WireClock implements NanoClock {
    private static final long BEFORE_NS = 3_600_000_000_000L;

    private final long zeroNs;
    private long utcNs;

    WireClock(long firstNs) {
        this.zeroNs = firstNs - BEFORE_NS;
        this.utcNs = firstNs;
    }

    /** Converts UTC to the run's scale, and advances the clock to it if it is newer. */
    long toRun(long atNs) {
        utcNs = Math.max(utcNs, atNs);
        return atNs - zeroNs;
    }

    /** Converts a time of the run to UTC. */
    long toUtc(long runNs) {
        return runNs + zeroNs;
    }

    /** Returns the current time on the run's scale. */
    @Override
    public long nanoTime() {
        return utcNs - zeroNs;
    }
}
