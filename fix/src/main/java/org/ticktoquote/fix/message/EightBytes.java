package org.ticktoquote.fix.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Eight bytes of an array in one {@code long}, the first in its lowest bits: how the tap reads without a branch a byte.
 *
 * <p>Whoever reads near the end of a message reads up to {@value #LENGTH} bytes behind it, so arrays have that much to
 * spare. Stateless; no allocation.
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

    /** A text of at most eight characters; the other bytes are zero. */
    public static long of(String text) {
        byte[] bytes = Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), LENGTH);
        return at(bytes, 0);
    }

    /** The first bytes, at most eight; the others are zero. */
    public static long first(long word, int count) {
        return count >= LENGTH ? word : word & (1L << (count << 3)) - 1;
    }

    /** The same byte eight times. */
    public static long repeated(char character) {
        return character * ONES;
    }

    /**
     * The highest bit of every byte that equals its counterpart; 0 when there is none. The lowest is exact; above it a byte
     * is taken for equal when it differs in its last bit only and all bytes from an equal one up to it do.
     */
    public static long equal(long word, long other) {
        long differing = word ^ other;
        return differing - ONES & ~differing & HIGHS;
    }

    /** Which byte the lowest bit that is set belongs to; {@link #LENGTH} when none is set. */
    public static int indexOfFirst(long bits) {
        return Long.numberOfTrailingZeros(bits) >>> 3;
    }

    /** Of the bits of {@link #equal} those of a byte and of the ones above it. */
    public static long from(long bits, int index) {
        return bits & -1L << (index << 3);
    }

    /** The bytes up to the first that {@link #equal} found, that one included; the others are zero. */
    public static long through(long word, long equal) {
        return word & (equal ^ equal - 1);
    }

    /** The sum of the bytes, as four sums of two that overflow when more than {@value #WORDS_OF_SUMS} are added up. */
    public static long sums(long word) {
        return (word & EVEN_BYTES) + (word >>> 8 & EVEN_BYTES);
    }

    /** The sum of what {@link #sums} gave. */
    public static int total(long sums) {
        return (int) ((sums & 0xffff) + (sums >>> 16 & 0xffff) + (sums >>> 32 & 0xffff) + (sums >>> 48));
    }
}
