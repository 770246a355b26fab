package org.ticktoquote.core.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * The 64 bits behind every record, mixed from its number in the journal and its little-endian 64-bit words.
 *
 * <pre>
 *   mix(x)  (x ^ x >>> 32) * 0x9e3779b97f4a7c15
 *   even    starts as the number, odd as 0x6a09e667f3bcc909; each word in turn, from the first: lane = mix(lane ^ word)
 *   check   mix(even + (odd rotated left by 32))
 * </pre>
 *
 * <p>Every step is a bijection, so a record of which one word differs, or that stands at another's place, always has
 * another check; damage to more words passes once in 2^64 if it is arbitrary. It protects against damage, not against
 * intent. Two lanes, because the steps of one wait for each other. Stateless; no allocation.
 */
final class RecordCheck {
    static final int LENGTH = Long.BYTES;

    private static final long FACTOR = 0x9e3779b97f4a7c15L; // odd: 2^64 over the golden ratio
    private static final long START = 0x6a09e667f3bcc909L; // first 64 bits behind the point of the root of two

    private RecordCheck() {}

    /** The check of so many bytes, a multiple of 8, which are the record of a number. */
    static long of(DirectBuffer buffer, int from, int length, long number) {
        long even = number;
        long odd = START;
        int end = from + length;
        int at = from;
        for (; at + Long.BYTES < end; at += 2 * Long.BYTES) {
            even = mix(even ^ buffer.getLong(at, LITTLE_ENDIAN));
            odd = mix(odd ^ buffer.getLong(at + Long.BYTES, LITTLE_ENDIAN));
        }
        if (at < end) {
            even = mix(even ^ buffer.getLong(at, LITTLE_ENDIAN));
        }
        return mix(even + Long.rotateLeft(odd, 32));
    }

    private static long mix(long x) {
        return (x ^ x >>> 32) * FACTOR;
    }
}
