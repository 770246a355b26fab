package org.ticktoquote.fix.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Eight bytes of an array as one {@code long}, with the first byte lowest. Lets the tap read without a branch per byte.
 *
 * <p>Reads up to {@value #LENGTH} bytes beyond a message, so arrays need that much spare room. Stateless. Does not allocate.
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

    /** Returns the characters of a text, at most eight. The other bytes are zero. */
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
     * Returns the highest bit of every byte that equals its counterpart, or 0 if there is none. The lowest match is exact. A
     * byte directly above a match also counts as equal if it differs only in its last bit.
     */
    public static long equal(long word, long other) {
        long differing = word ^ other;
        return differing - ONES & ~differing & HIGHS;
    }

    /** Returns the index of the byte with the lowest set bit, or {@link #LENGTH} if no bit is set. */
    public static int indexOfFirst(long bits) {
        return Long.numberOfTrailingZeros(bits) >>> 3;
    }

    /** Returns the bits of {@link #equal} from a byte index on. */
    public static long from(long bits, int index) {
        return bits & -1L << (index << 3);
    }

    /** Returns the bytes up to and including the first match of {@link #equal}. The others are zero. */
    public static long through(long word, long equal) {
        return word & (equal ^ equal - 1);
    }

    /** Returns four sums of two bytes each. Adding up more than {@value #WORDS_OF_SUMS} such results overflows. */
    public static long sums(long word) {
        return (word & EVEN_BYTES) + (word >>> 8 & EVEN_BYTES);
    }

    /** Returns the total of the four sums of {@link #sums}. */
    public static int total(long sums) {
        return (int) ((sums & 0xffff) + (sums >>> 16 & 0xffff) + (sums >>> 32 & 0xffff) + (sums >>> 48));
    }
}
