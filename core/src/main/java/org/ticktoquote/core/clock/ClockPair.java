package org.ticktoquote.core.clock;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

/**
 * One moment on two clocks: the monotonic clock, on which every figure is based, and the time of day.
 *
 * <p>Read as monotonic, realtime, monotonic. The pair has the midpoint of the two monotonic readings, which is accurate to
 * half their distance.
 *
 * @param monotonicNs {@code CLOCK_MONOTONIC} nanoseconds, the scale of {@link System#nanoTime()}
 * @param realtimeNs nanoseconds since 1970-01-01 UTC
 * @param uncertaintyNs half the distance of the bracketing readings
 */
public record ClockPair(long monotonicNs, long realtimeNs, long uncertaintyNs) {
    private static final int ATTEMPTS = 16;

    /** Returns the pair with the tightest bracket out of a few attempts. Allocates. Not for hot paths. */
    public static ClockPair read(NanoClock monotonic, EpochNanoClock realtime) {
        ClockPair best = once(monotonic, realtime);
        for (int i = 1; i < ATTEMPTS; i++) {
            ClockPair next = once(monotonic, realtime);
            best = next.uncertaintyNs < best.uncertaintyNs ? next : best;
        }
        return best;
    }

    private static ClockPair once(NanoClock monotonic, EpochNanoClock realtime) {
        long before = monotonic.nanoTime();
        long epoch = realtime.nanoTime();
        long width = monotonic.nanoTime() - before;
        return new ClockPair(before + width / 2, epoch, (width + 1) / 2);
    }

    /** Returns the drift of the time of day against the monotonic clock from this pair to {@code later}, in nanoseconds. */
    public long slewNs(ClockPair later) {
        return (later.realtimeNs - realtimeNs) - (later.monotonicNs - monotonicNs);
    }
}
