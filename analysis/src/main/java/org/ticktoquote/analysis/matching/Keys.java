package org.ticktoquote.analysis.matching;

import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.run.Matching;

/**
 * What must agree, beside the price, between a snapshot and the state that it shows.
 *
 * <p>A state holds bid quantity, ask quantity and venue time of the newest tick, one after the other.
 *
 * @param size the quantities of both sides
 * @param timeUnitNs the tag's value is the venue time in these units; 0: it says nothing
 * @param timeOfDay the tag's value is nanoseconds since midnight, cut to the unit
 */
record Keys(boolean size, long timeUnitNs, boolean timeOfDay) {
    private static final int ASK_QUANTITY = 1;
    private static final int VENUE_TIME = 2;
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

    static Keys of(Matching matching) {
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
                            .refusal(ExitStatus.BAD_INPUT);
            }
        }
        return new Keys(size, unit, matching.transform().equals(Matching.UTC_TIME));
    }

    /** Whether the price is all there is. */
    boolean none() {
        return !size && timeUnitNs == 0;
    }

    /** Whether a snapshot can show the state whose further values begin at a place. */
    boolean agree(SnapshotRecord snapshot, long[] values, int at) {
        if (size && (snapshot.bidQuantity() != values[at] || snapshot.askQuantity() != values[at + ASK_QUANTITY])) {
            return false;
        }
        return timeUnitNs == 0 || snapshot.tickId() == shown(values[at + VENUE_TIME]);
    }

    /** Whether two states cannot be distinguished by these keys. */
    boolean same(long[] values, int left, int right) {
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
