package org.ticktoquote.fix.tap;

import java.util.Arrays;

/**
 * Where a FIX message ends, found from {@code 8=FIX...|9=length|} and proved by its trailer and checksum.
 *
 * <p>Stateless and free of allocation. Source: FIX session layer, BodyLength (9) counts the bytes after its own field up
 * to and including the separator before {@code 10=}; CheckSum (10) is the sum of all bytes before it modulo 256.
 */
final class FixFrame {
    /** The bytes so far are a right beginning. */
    static final int INCOMPLETE = -1;
    /** The bytes are not a FIX message. */
    static final int BROKEN = -2;
    /** A message longer than {@link #MAXIMUM_LENGTH}. */
    static final int TOO_LONG = -3;

    static final int MAXIMUM_LENGTH = 128 * 1024;
    static final int TRAILER_LENGTH = 7;
    static final byte SEPARATOR = 1;

    private static final int MOST_LENGTH_DIGITS = 9;
    private static final long TRAILER = '1' | '0' << 8 | '=' << 16 | (long) SEPARATOR << 48;
    private static final long TRAILER_MASK = 0x00ff000000ffffffL;

    private FixFrame() {}

    /**
     * Where the trailer of the message that begins at {@code start} stands, or one of the negative constants; reads up to
     * eight bytes behind the limit.
     *
     * @param begin {@code 8=FIX...|9=}, with which every message of the connection begins
     */
    static int trailer(byte[] bytes, int start, int limit, byte[] begin) {
        int digits = start + begin.length;
        if (digits > limit) {
            return Arrays.equals(bytes, start, limit, begin, 0, limit - start) ? INCOMPLETE : BROKEN;
        }
        return Arrays.equals(bytes, start, digits, begin, 0, begin.length)
                ? trailerFromLength(bytes, digits, limit)
                : BROKEN;
    }

    private static int trailerFromLength(byte[] bytes, int digits, int limit) {
        int at = digits;
        int length = 0;
        while (at < limit && bytes[at] != SEPARATOR) {
            int digit = bytes[at++] - '0';
            if (digit < 0 || digit > 9 || at - digits > MOST_LENGTH_DIGITS) {
                return BROKEN;
            }
            length = length * 10 + digit;
        }
        if (at == limit) {
            return INCOMPLETE;
        }
        return at == digits || length == 0 ? BROKEN : shapedTrailer(bytes, at + 1, length, limit);
    }

    private static int shapedTrailer(byte[] bytes, int body, int length, int limit) {
        if (length > MAXIMUM_LENGTH) {
            return TOO_LONG;
        }
        int trailer = body + length;
        if (trailer + TRAILER_LENGTH > limit) {
            return INCOMPLETE;
        }
        boolean shaped = bytes[trailer - 1] == SEPARATOR && (EightBytes.at(bytes, trailer) & TRAILER_MASK) == TRAILER;
        return shaped ? trailer : BROKEN;
    }

    /** Whether the sum of all bytes before the trailer is what the trailer says. */
    static boolean checkSumAgrees(byte[] bytes, int start, int trailer) {
        return checkSum(bytes, start, trailer) == statedCheckSum(bytes, trailer);
    }

    /** A loop of its own: without branches, the compiler makes less of it than half the time that it would add elsewhere. */
    static int checkSum(byte[] bytes, int from, int to) {
        int at = from;
        int sum = 0;
        while (to - at >= EightBytes.LENGTH) {
            long sums = 0;
            int last = Math.min(to, at + EightBytes.WORDS_OF_SUMS * EightBytes.LENGTH) - EightBytes.LENGTH;
            for (; at <= last; at += EightBytes.LENGTH) {
                sums += EightBytes.sums(EightBytes.at(bytes, at));
            }
            sum += EightBytes.total(sums);
        }
        return sum + EightBytes.total(EightBytes.sums(EightBytes.first(EightBytes.at(bytes, at), to - at))) & 0xff;
    }

    /** What the trailer says. */
    static int statedCheckSum(byte[] bytes, int trailer) {
        return (bytes[trailer + 3] - '0') * 100 + (bytes[trailer + 4] - '0') * 10 + bytes[trailer + 5] - '0';
    }

    /** The next place at or behind {@code from} where a message may begin, or {@code limit}; whatever precedes it is garbage. */
    static int nextBegin(byte[] bytes, int from, int limit, byte[] begin) {
        for (int at = from; at < limit; at++) {
            if (bytes[at] == begin[0]) {
                int length = Math.min(begin.length, limit - at);
                if (Arrays.equals(bytes, at, at + length, begin, 0, length)) {
                    return at;
                }
            }
        }
        return limit;
    }
}
