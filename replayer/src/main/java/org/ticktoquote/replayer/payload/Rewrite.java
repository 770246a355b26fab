package org.ticktoquote.replayer.payload;

import java.util.List;
import java.util.zip.Checksum;
import org.agrona.DirectBuffer;

/** A rule of what is written into a payload when it is replayed. */
sealed interface Rewrite {
    /** Where it is written. */
    NumberField field();

    /** Which payloads it is for: all of them must hold. */
    List<Condition> conditions();

    /** Whether it is for this payload; does not allocate. */
    default boolean isFor(DirectBuffer payload, int offset, int length) {
        return Condition.allHold(conditions(), payload, offset, length);
    }

    /** Whether the payload has room for it. */
    default boolean fits(int length) {
        return field().within(length);
    }

    /**
     * A number or a time.
     *
     * @param plus added to the number
     * @param clock of a time
     */
    record OfNumber(WrittenNumber number, NumberField field, long plus, StampClock clock, List<Condition> conditions)
            implements Rewrite {}

    /**
     * A check sum, over the bytes from one place to before another; below 0 from the end, a {@code to} of 0 is the end. Its
     * own bytes count as 0.
     */
    record OfChecksum(Checksum checksum, NumberField field, int from, int to, List<Condition> conditions)
            implements Rewrite {
        int begin(int length) {
            return from < 0 ? length + from : from;
        }

        int end(int length) {
            return to <= 0 ? length + to : to;
        }

        @Override
        public boolean fits(int length) {
            return Rewrite.super.fits(length)
                    && begin(length) >= 0
                    && begin(length) <= end(length)
                    && end(length) <= length;
        }
    }
}
