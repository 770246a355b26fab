package org.ticktoquote.clients.tap;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;

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

    private static final byte[] BEGIN = {'8', '=', 'F', 'I', 'X'};
    private static final int LONGEST_BEGIN_STRING = 16;
    private static final int MOST_LENGTH_DIGITS = 9;
    private static final int TRAILER_TAG = '1' | '0' << 8 | '=' << 16;
    private static final long EVEN_BYTES = 0x00ff00ff00ff00ffL;
    /** Words that fit into 16-bit lanes, each word adding up to 510 to a lane. */
    private static final int WORDS_PER_FOLD = 128;

    private FixFrame() {}

    /** The index behind the message that begins at {@code start}, or one of the negative constants. */
    static int end(DirectBuffer buffer, int start, int limit) {
        int at = start;
        for (byte expected : BEGIN) {
            if (at == limit) {
                return INCOMPLETE;
            }
            if (buffer.getByte(at++) != expected) {
                return BROKEN;
            }
        }
        int lastBeginString = Math.min(limit, start + LONGEST_BEGIN_STRING);
        while (at < lastBeginString && buffer.getByte(at) != SEPARATOR) {
            at++;
        }
        if (at == lastBeginString) {
            return at == limit && limit < start + LONGEST_BEGIN_STRING ? INCOMPLETE : BROKEN;
        }
        return endFromLength(buffer, start, at + 1, limit);
    }

    private static int endFromLength(DirectBuffer buffer, int start, int lengthField, int limit) {
        int at = lengthField;
        if (at + 2 > limit) {
            return at == limit || buffer.getByte(at) == '9' ? INCOMPLETE : BROKEN;
        }
        if (buffer.getByte(at) != '9' || buffer.getByte(at + 1) != '=') {
            return BROKEN;
        }
        at += 2;
        int digits = at;
        int length = 0;
        while (at < limit && buffer.getByte(at) != SEPARATOR) {
            int digit = buffer.getByte(at++) - '0';
            if (digit < 0 || digit > 9 || at - digits > MOST_LENGTH_DIGITS) {
                return BROKEN;
            }
            length = length * 10 + digit;
        }
        if (at == limit) {
            return INCOMPLETE;
        }
        return at == digits || length == 0 ? BROKEN : checkedEnd(buffer, start, at + 1, length, limit);
    }

    private static int checkedEnd(DirectBuffer buffer, int start, int body, int length, int limit) {
        if (length > MAXIMUM_LENGTH) {
            return TOO_LONG;
        }
        int trailer = body + length;
        int end = trailer + TRAILER_LENGTH;
        if (end > limit) {
            return INCOMPLETE;
        }
        boolean shaped = buffer.getByte(trailer - 1) == SEPARATOR
                && (buffer.getInt(trailer, LITTLE_ENDIAN) & 0xffffff) == TRAILER_TAG
                && buffer.getByte(end - 1) == SEPARATOR;
        return shaped && checkSum(buffer, start, trailer) == statedCheckSum(buffer, trailer + 3) ? end : BROKEN;
    }

    private static int statedCheckSum(DirectBuffer buffer, int at) {
        return (buffer.getByte(at) - '0') * 100 + (buffer.getByte(at + 1) - '0') * 10 + buffer.getByte(at + 2) - '0';
    }

    /** Sums eight bytes a step in four 16-bit lanes. */
    static int checkSum(DirectBuffer buffer, int from, int to) {
        int at = from;
        int sum = 0;
        while (to - at >= Long.BYTES) {
            long lanes = 0;
            int fold = Math.min(to, at + WORDS_PER_FOLD * Long.BYTES);
            for (; fold - at >= Long.BYTES; at += Long.BYTES) {
                long word = buffer.getLong(at, LITTLE_ENDIAN);
                lanes += (word & EVEN_BYTES) + ((word >>> 8) & EVEN_BYTES);
            }
            sum += (int) ((lanes & 0xffff) + (lanes >>> 16 & 0xffff) + (lanes >>> 32 & 0xffff) + (lanes >>> 48));
        }
        for (; at < to; at++) {
            sum += buffer.getByte(at) & 0xff;
        }
        return sum & 0xff;
    }

    /** The next place at or behind {@code from} where a message may begin, or {@code limit}; whatever precedes it is garbage. */
    static int nextBegin(DirectBuffer buffer, int from, int limit) {
        for (int at = from; at < limit; at++) {
            if (buffer.getByte(at) == '8' && beginsAt(buffer, at, limit)) {
                return at;
            }
        }
        return limit;
    }

    private static boolean beginsAt(DirectBuffer buffer, int at, int limit) {
        int length = Math.min(BEGIN.length, limit - at);
        for (int i = 0; i < length; i++) {
            if (buffer.getByte(at + i) != BEGIN[i]) {
                return false;
            }
        }
        return true;
    }
}
