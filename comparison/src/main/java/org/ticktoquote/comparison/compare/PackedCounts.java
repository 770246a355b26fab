package org.ticktoquote.comparison.compare;

import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/**
 * Validates a histogram in HdrHistogram's encoding, V0 to V2, before HdrHistogram decodes it. Throws
 * IllegalArgumentException if a claimed size is out of bounds, and a buffer exception if the data ends too early.
 */
final class PackedCounts {
    static final long MAX_VALUES = 1L << 48;

    private static final int COOKIE_BASE = 0xf0;
    private static final int V0 = 0x1c849308;
    private static final int V1 = 0x1c849301;
    private static final int V2 = 0x1c849303;
    private static final int V0_HEADER = 32;
    private static final int HEADER = 40;
    private static final int NORMALIZING_OFFSET_AT = 8;
    private static final int MAX_DIGITS = 5;
    private static final long MAX_PLACES = 1L << 26;

    private PackedCounts() {}

    static Histogram histogram(ByteBuffer plain) {
        int cookie = plain.getInt(0);
        switch (cookie & ~COOKIE_BASE) {
            case V2 -> {
                requireHeader(plain);
                requireCounts(plain.slice(HEADER, plain.getInt(4)));
            }
            case V1 -> {
                requireHeader(plain);
                requireWords(plain.slice(HEADER, plain.getInt(4)), wordSize(cookie));
            }
            case V0 -> {
                return histogram(asV1(plain));
            }
            default -> require(false);
        }
        return Histogram.decodeFromByteBuffer(plain, 0);
    }

    /** Checks the header. Clears the normalizing offset, because counts are encoded in value order whatever the offset. */
    private static void requireHeader(ByteBuffer plain) {
        int payload = plain.getInt(4);
        require(payload >= 0 && payload <= plain.limit() - HEADER);
        plain.putInt(NORMALIZING_OFFSET_AT, 0);
        requireRange(plain.getInt(12), plain.getLong(16), plain.getLong(24));
    }

    /** Converts V0 to V1, because HdrHistogram reads V0 only with words of eight bytes. */
    private static ByteBuffer asV1(ByteBuffer v0) {
        ByteBuffer counts = v0.slice(V0_HEADER, v0.limit() - V0_HEADER);
        return ByteBuffer.allocate(HEADER + counts.remaining())
                .putInt(V1 | v0.getInt(0) & COOKIE_BASE)
                .putInt(counts.remaining())
                .putInt(0)
                .putInt(v0.getInt(4))
                .putLong(v0.getLong(8))
                .putLong(v0.getLong(16))
                .putDouble(1)
                .put(counts)
                .flip();
    }

    private static void requireRange(int digits, long lowest, long highest) {
        require(digits >= 0 && digits <= MAX_DIGITS && lowest >= 1 && highest / 2 >= lowest);
    }

    private static int wordSize(int cookie) {
        int size = (cookie & COOKIE_BASE) >> 4;
        require(size == 2 || size == 4 || size == 8);
        return size;
    }

    private static void requireWords(ByteBuffer counts, int wordSize) {
        require(counts.remaining() % wordSize == 0);
        while (counts.hasRemaining()) {
            long count = wordSize == 2 ? counts.getShort() : wordSize == 4 ? counts.getInt() : counts.getLong();
            require(count >= 0 && count <= MAX_VALUES);
        }
    }

    /** Limits runs of zeros to the size of the largest histogram, so that indexes cannot overflow. */
    private static void requireCounts(ByteBuffer counts) {
        long places = 0;
        while (counts.hasRemaining()) {
            long coded = 0;
            int shift = 0;
            byte next;
            do {
                next = counts.get();
                coded |= shift == 56 ? (next & 0xffL) << shift : (next & 0x7fL) << shift;
                shift += 7;
            } while (next < 0 && shift <= 56 && counts.hasRemaining());
            long count = coded >>> 1 ^ -(coded & 1);
            require(count <= MAX_VALUES && count >= -MAX_PLACES);
            places += count < 0 ? -count : 1;
            require(places <= MAX_PLACES);
        }
    }

    private static void require(boolean sound) {
        if (!sound) {
            throw new IllegalArgumentException();
        }
    }
}
