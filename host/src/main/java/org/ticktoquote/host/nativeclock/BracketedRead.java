package org.ticktoquote.host.nativeclock;

import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * A reading of the counter between two readings of the reference clock: the moment is known to half their distance.
 *
 * @param beforeNs reference before
 * @param ticks counter
 * @param afterNs reference after
 */
public record BracketedRead(long beforeNs, long ticks, long afterNs) {
    /** The tightest bracket of some attempts. */
    public static BracketedRead best(LongSupplier counter, NanoClock reference, int attempts) {
        BracketedRead best = once(counter, reference);
        for (int i = 1; i < attempts; i++) {
            BracketedRead next = once(counter, reference);
            best = next.widthNs() < best.widthNs() ? next : best;
        }
        return best;
    }

    private static BracketedRead once(LongSupplier counter, NanoClock reference) {
        long before = reference.nanoTime();
        long ticks = counter.getAsLong();
        return new BracketedRead(before, ticks, reference.nanoTime());
    }

    public long widthNs() {
        return afterNs - beforeNs;
    }

    /** Half the width, and half the reference's own unit. */
    public double halfWidthNs() {
        return (widthNs() + 1) / 2.0;
    }

    /** The middle, in nanoseconds after an origin. */
    public double middleNs(long originNs) {
        return beforeNs - originNs + widthNs() / 2.0;
    }
}
