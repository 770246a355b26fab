package org.ticktoquote.replayer.payload;

import java.util.concurrent.TimeUnit;

/**
 * How a payload counts time. Does not allocate.
 *
 * @param unitNs nanoseconds of one unit
 * @param epochNs where it counts from, ns since 1970-01-01 UTC
 * @param daily whether it counts from the midnight, UTC, before each time
 */
record StampClock(long unitNs, long epochNs, boolean daily) {
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

    /** A time, ns since 1970-01-01 UTC, as the payload has it. */
    long stamp(long timeNs) {
        return Math.floorDiv(daily ? Math.floorMod(timeNs, DAY_NS) : timeNs - epochNs, unitNs);
    }
}
