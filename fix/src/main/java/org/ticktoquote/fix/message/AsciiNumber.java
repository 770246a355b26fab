package org.ticktoquote.fix.message;

import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.price.Price;

/**
 * Parses numbers in FIX messages. The common lengths need no loop, because eight digits take three multiplications (Lemire,
 * Number Parsing at a Gigabyte per Second, 2021).
 *
 * <p>Reads up to eight bytes beyond a number. One thread at a time. Does not allocate.
 */
public final class AsciiNumber {
    public static final long NONE = -1;

    private static final long ZEROS = EightBytes.repeated('0');
    private static final long POINTS = EightBytes.repeated('.');
    private static final long HIGHS = EightBytes.repeated('\u0080');
    private static final long ABOVE_NINE = EightBytes.repeated((char) (0x80 - 10));
    private static final int MAX_DIGITS = 18;
    private static final int EIGHT_DIGITS = 100_000_000;
    /** Factors for the digits of a price, by the number of decimals. */
    private static final long[] SCALE_BY_DECIMALS = {
        Price.SCALE, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100
    };

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    /** Returns the value of up to 16 digits, or {@link #NONE} for anything else. */
    public static long digits(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length < 1 || length > 2 * EightBytes.LENGTH) {
            return NONE;
        }
        if (length <= EightBytes.LENGTH) {
            return upToEight(last(bytes, from, length), length);
        }
        int leading = length - EightBytes.LENGTH;
        long high = upToEight(last(bytes, from, leading), leading);
        long low = upToEight(EightBytes.at(bytes, from + leading), EightBytes.LENGTH);
        return (high | low) < 0 ? NONE : high * EIGHT_DIGITS + low;
    }

    /** Returns {@code length} characters as the last bytes of a word. The other bytes are zero. */
    private static long last(byte[] bytes, int from, int length) {
        return EightBytes.at(bytes, from) << (EightBytes.LENGTH - length << 3);
    }

    /**
     * Returns the value of the last characters of a word whose other bytes are zero, or {@link #NONE} unless all are digits.
     */
    private static long upToEight(long word, int length) {
        long digits = word ^ ZEROS << (EightBytes.LENGTH - length << 3);
        if (((digits + ABOVE_NINE | digits) & HIGHS) != 0) {
            return NONE;
        }
        long pairs = digits * 10 + (digits >>> 8);
        return (pairs & 0x000000ff000000ffL) * (100 + (1_000_000L << 32))
                        + (pairs >>> 16 & 0x000000ff000000ffL) * (1 + (10_000L << 32))
                >>> 32;
    }

    /** Returns the digits before a decimal point, or {@link #NONE} if there are none or more than 18. */
    public static long whole(byte[] bytes, int from, int to) {
        long value = digits(bytes, from, to);
        return value == NONE ? wholeByDigit(bytes, from, to) : value;
    }

    /** Returns whether a number for which {@link #whole} returns 0 is exactly zero. */
    public static boolean isZero(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] != '0' && bytes[at] != '.') {
                return false;
            }
        }
        return true;
    }

    private static long wholeByDigit(byte[] bytes, int from, int to) {
        long value = 0;
        int at = from;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = value * 10 + digit;
        }
        boolean whole = at == to || bytes[at] == '.';
        return whole && at > from && at - from <= MAX_DIGITS ? value : NONE;
    }

    /**
     * Parses a price, or returns {@link Price#NONE} if the bytes are not one. Leaves negative prices and prices of more
     * than eight characters to {@link Price#parse(org.agrona.DirectBuffer, int, int)}.
     */
    public long price(byte[] bytes, int from, int to) {
        int length = to - from;
        long price = length < 1 || length > EightBytes.LENGTH ? NONE : shortPrice(last(bytes, from, length), length);
        if (price != NONE) {
            return price;
        }
        view.wrap(bytes);
        return Price.parse(view, from, length);
    }

    private static long shortPrice(long word, int length) {
        long point = EightBytes.equal(word, POINTS);
        if (point == 0) {
            long units = upToEight(word, length);
            return units == NONE ? NONE : units * Price.SCALE;
        }
        if (length == 1) {
            return NONE;
        }
        int highest = Long.numberOfTrailingZeros(point);
        long behind = word & -(2L << highest);
        long before = word & (1L << highest - 7) - 1;
        long number = upToEight(behind | before << 8, length - 1);
        int decimals = Long.SIZE - 1 - highest >>> 3;
        return number == NONE ? NONE : number * SCALE_BY_DECIMALS[decimals];
    }
}
