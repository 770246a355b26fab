package org.ticktoquote.core.price;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Prices as {@code long} in units of 1e-9 of the quote currency, never as doubles.
 *
 * <p>The range is +-9.2e9, which includes every currency pair and metal. Methods do not allocate unless they return or take
 * text.
 */
public final class Price {
    /** Units in one unit of the quote currency. */
    public static final long SCALE = 1_000_000_000L;
    /** An absent side of a one-sided quote. */
    public static final long NONE = Long.MIN_VALUE;

    private static final int DECIMALS = 9;

    private Price() {}

    /**
     * Parses a price in ASCII decimal digits, such as {@code 1.23456} or {@code -0.5}.
     *
     * @return the scaled price, or {@link #NONE} if the bytes are not a plain decimal number, have more than nine decimals
     *     that are not zero, or exceed the range
     */
    public static long parse(DirectBuffer buffer, int offset, int length) {
        int end = offset + length;
        boolean negative = length > 0 && buffer.getByte(offset) == '-';
        boolean empty = true;
        long value = 0;
        int decimals = -1; // -1 until the decimal point
        for (int at = negative ? offset + 1 : offset; at < end; at++) {
            byte c = buffer.getByte(at);
            int digit = c - '0';
            if (c == '.' && decimals < 0) {
                decimals = 0;
            } else if (digit < 0 || digit > 9 || (decimals == DECIMALS && digit != 0)) {
                return NONE;
            } else {
                empty = false;
                if (decimals < DECIMALS) {
                    if (value > (Long.MAX_VALUE - digit) / 10) {
                        return NONE;
                    }
                    value = value * 10 + digit;
                    decimals += decimals < 0 ? 0 : 1;
                }
            }
        }
        return empty ? NONE : scaled(value, Math.max(decimals, 0), negative);
    }

    private static long scaled(long digits, int decimals, boolean negative) {
        long value = digits;
        for (int i = decimals; i < DECIMALS; i++) {
            if (value > Long.MAX_VALUE / 10) {
                return NONE;
            }
            value *= 10;
        }
        return negative ? -value : value;
    }

    /**
     * Parses a price in decimal digits.
     *
     * @throws NumberFormatException if the text is not a plain decimal number, needs more than nine decimals or exceeds the
     *     range
     */
    public static long parse(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        long price = parse(new UnsafeBuffer(ascii), 0, ascii.length);
        if (price == NONE) {
            throw new NumberFormatException(
                    "'" + text + "' is not a price: expected digits with at most nine decimals, as in 1.23456");
        }
        return price;
    }

    /** Returns the shortest decimal text of a price, or {@code -} for {@link #NONE}. */
    public static String format(long price) {
        return price == NONE
                ? "-"
                : BigDecimal.valueOf(price, DECIMALS).stripTrailingZeros().toPlainString();
    }

    /** Returns the largest multiple of {@code grid} that is not above {@code price}. */
    public static long floor(long price, long grid) {
        return Math.floorDiv(price, grid) * grid;
    }

    /** Returns the smallest multiple of {@code grid} that is not below {@code price}. */
    public static long ceil(long price, long grid) {
        return -floor(-price, grid);
    }
}
