package org.ticktoquote.wire.run;

import org.agrona.concurrent.NanoClock;

/**
 * The clock of a capture as the clock of a run: nanoseconds since an hour before its first frame, so that none of its times is
 * zero or less. It shows the time of what is read. One thread.
 */
final class WireClock implements NanoClock {
    private static final long BEFORE_NS = 3_600_000_000_000L;

    private final long zeroNs;
    private long utcNs;

    WireClock(long firstNs) {
        this.zeroNs = firstNs - BEFORE_NS;
        this.utcNs = firstNs;
    }

    /** A time in UTC on the run's scale. */
    long toRun(long atNs) {
        utcNs = Math.max(utcNs, atNs);
        return atNs - zeroNs;
    }

    /** The inverse. */
    long toUtc(long runNs) {
        return runNs + zeroNs;
    }

    /** On the run's scale. */
    @Override
    public long nanoTime() {
        return utcNs - zeroNs;
    }
}
