package org.ticktoquote.analysis.matching;

import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.Matching;

/**
 * Values that must agree between a snapshot and the state it shows, in addition to the price.
 *
 * <p>A state stores bid quantity, ask quantity and venue time of the newest tick, in this order.
 *
 * @param size whether the quantities of both sides must agree
 * @param timeUnitNs unit of the venue time in the tag; 0 if it is not a key
 * @param timeOfDay whether the tag holds nanoseconds since midnight, truncated to the unit
 */
record MatchKeys(boolean size, long timeUnitNs, boolean timeOfDay) {
    private static final int ASK_QUANTITY = 1;
    private static final int VENUE_TIME = 2;
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

    static MatchKeys of(Matching matching) {
        boolean size = false;
        long unit = 0;
        for (String key : matching.keys()) {
            switch (key) {
                case Matching.SIZE -> size = true;
                case Matching.VENUE_TIME_NS -> unit = 1;
                case Matching.VENUE_TIME_US -> unit = TimeUnit.MICROSECONDS.toNanos(1);
                case Matching.VENUE_TIME_MS -> unit = TimeUnit.MILLISECONDS.toNanos(1);
                default ->
                    throw Problem.of("run.json")
                            .fault("matching key " + key)
                            .expected("size or venue-time-ns, -us, -ms")
                            .exception(ExitStatus.BAD_INPUT);
            }
        }
        return new MatchKeys(size, unit, matching.transform().endsWith(Matching.UTC_TIME));
    }

    /** Returns whether only the price must agree. */
    boolean none() {
        return !size && timeUnitNs == 0;
    }

    /** Returns whether a snapshot can show the state whose values start at an index. */
    boolean matches(SnapshotRecord snapshot, long[] values, int at) {
        if (size && (snapshot.bidQuantity() != values[at] || snapshot.askQuantity() != values[at + ASK_QUANTITY])) {
            return false;
        }
        return timeUnitNs == 0 || snapshot.tickId() == shown(values[at + VENUE_TIME]);
    }

    /** Returns whether these keys cannot distinguish two states. */
    boolean areIndistinguishable(long[] values, int left, int right) {
        if (size && (values[left] != values[right] || values[left + ASK_QUANTITY] != values[right + ASK_QUANTITY])) {
            return false;
        }
        return timeUnitNs == 0 || shown(values[left + VENUE_TIME]) == shown(values[right + VENUE_TIME]);
    }

    private long shown(long venueTimeNs) {
        if (timeOfDay) {
            long ofDay = Math.floorMod(venueTimeNs, DAY_NS);
            return ofDay - ofDay % timeUnitNs;
        }
        return Math.floorDiv(venueTimeNs, timeUnitNs);
    }
}
