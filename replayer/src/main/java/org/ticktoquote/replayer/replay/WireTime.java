package org.ticktoquote.replayer.replay;

/**
 * The venue times of the warm-up: they pass like the clock and end where the measured window begins.
 *
 * <p>The warm-up sends some quotes again and again, and some that belong after the window's first tick. With their own
 * venue times an application would be right to throw them away as old, and the measured ones after them.
 *
 * @param t0Ns when the warm-up began, monotonic
 * @param venueT0Ns the venue time at that moment
 * @param venueEndNs the first venue time of the window, never exceeded
 */
record WireTime(long t0Ns, long venueT0Ns, long venueEndNs) {
    long venueTimeNs(long intendedNs) {
        return Math.min(venueT0Ns + (intendedNs - t0Ns), venueEndNs);
    }
}
