package org.ticktoquote.pricing.dialect;

import org.ticktoquote.fix.message.Chars;
import org.ticktoquote.fix.message.OutBuffer;

/** The piece of a message that is a session's own, written anew for each message; bounded. One thread at a time. */
final class Scratch {
    private static final int MOST_DIGITS = 19;

    private final byte[] bytes;
    private int length;
    private int sum;

    Scratch(int most) {
        this.bytes = new byte[most];
    }

    void clear() {
        length = 0;
        sum = 0;
    }

    void put(Chars chars) {
        System.arraycopy(chars.bytes(), 0, bytes, length, chars.length());
        length += chars.length();
        sum += chars.sum();
    }

    /** In decimal; not negative. */
    void putNumber(long number) {
        int digits = Math.min(MOST_DIGITS, OutBuffer.digits(number));
        long rest = number;
        for (int at = length + digits - 1; at >= length; at--) {
            byte digit = (byte) ('0' + rest % 10);
            bytes[at] = digit;
            sum += digit;
            rest /= 10;
        }
        length += digits;
    }

    /** Not to be changed, and valid until the next {@link #clear}. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int sum() {
        return sum;
    }
}
