package org.ticktoquote.fix.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Eight bytes of an array in one {@code long}, the first in the lowest bits, so that the tap reads without a branch per
 * byte.
 *
 * <p>Near the end of a message up to {@value #LENGTH} bytes beyond it are read, so arrays need that much spare room.
 * Stateless. Does not allocate.
 */
public final class EightBytes {
    public static final int LENGTH = Long.BYTES;
    public static final int WORDS_OF_SUMS = 128;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long EVEN_BYTES = 0x00ff00ff00ff00ffL;

    private EightBytes() {}

    public static long at(byte[] bytes, int index) {
        return (long) LONGS.get(bytes, index);
    }

    /** Returns a text of at most eight characters. The other bytes are zero. */
    public static long of(String text) {
        byte[] bytes = Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), LENGTH);
        return at(bytes, 0);
    }

    /** Returns the first bytes, at most eight. The others are zero. */
    public static long first(long word, int count) {
        return count >= LENGTH ? word : word & (1L << (count << 3)) - 1;
    }

    public static long repeated(char character) {
        return character * ONES;
    }

    /**
     * Returns the highest bit of every byte that equals its counterpart, or 0 if there is none. The lowest match is exact.
     * Above it, a byte that differs only in its last bit counts as equal too, if the same is true of all bytes between it
     * and an equal byte.
     */
    public static long equal(long word, long other) {
        long differing = word ^ other;
        return differing - ONES & ~differing & HIGHS;
    }

    /** Returns the index of the byte with the lowest set bit, or {@link #LENGTH} if no bit is set. */
    public static int indexOfFirst(long bits) {
        return Long.numberOfTrailingZeros(bits) >>> 3;
    }

    /** Returns the bits of {@link #equal} for a byte and the bytes above it. */
    public static long from(long bits, int index) {
        return bits & -1L << (index << 3);
    }

    /** Returns the bytes up to the first that {@link #equal} found, including it. The others are zero. */
    public static long through(long word, long equal) {
        return word & (equal ^ equal - 1);
    }

    /**
     * Returns the sum of the bytes, as four sums of two. These overflow if more than {@value #WORDS_OF_SUMS} are added up.
     */
    public static long sums(long word) {
        return (word & EVEN_BYTES) + (word >>> 8 & EVEN_BYTES);
    }

    /** Returns the total of the four sums of {@link #sums}. */
    public static int total(long sums) {
        return (int) ((sums & 0xffff) + (sums >>> 16 & 0xffff) + (sums >>> 32 & 0xffff) + (sums >>> 48));
    }
}
