package org.ticktoquote.core.price;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.agrona.DirectBuffer;

/**
 * Prices as {@code long} in units of 1e-9 of the quote currency, never as doubles.
 *
 * <p>The range is +-9.2e9, which holds every currency pair and metal. All methods are free of allocation unless they
 * return or take text.
 */
public final class Price {
    /** Units in one unit of the quote currency. */
    public static final long SCALE = 1_000_000_000L;
    /** An absent side of a one-sided quote. */
    public static final long NONE = Long.MIN_VALUE;

    private static final int DECIMALS = 9;
    private static final int DIGITS = 18;

    private Price() {}

    /**
     * The price written as ASCII decimal digits, as in {@code 1.23456} or {@code -0.5}.
     *
     * @return the scaled price, or {@link #NONE} when the bytes are not a plain decimal number, hold more than nine
     *     decimals that are not zero, or exceed the range
     */
    public static long parse(DirectBuffer buffer, int offset, int length) {
        int end = offset + length;
        boolean negative = length > 0 && buffer.getByte(offset) == '-';
        int at = negative ? offset + 1 : offset;
        long value = 0;
        int decimals = -1;
        int digits = 0;
        for (; at < end; at++) {
            byte c = buffer.getByte(at);
            if (c == '.' && decimals < 0) {
                decimals = 0;
            } else if (c >= '0' && c <= '9') {
                if (decimals == DECIMALS) {
                    if (c != '0') {
                        return NONE;
                    }
                    continue;
                }
                value = value * 10 + (c - '0');
                digits += value == 0 ? 0 : 1;
                decimals += decimals < 0 ? 0 : 1;
                if (digits > DIGITS) {
                    return NONE;
                }
            } else {
                return NONE;
            }
        }
        return (digits == 0 && !hasDigit(buffer, offset, length))
                ? NONE
                : scaled(value, Math.max(decimals, 0), negative);
    }

    private static boolean hasDigit(DirectBuffer buffer, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (buffer.getByte(i) == '0') {
                return true;
            }
        }
        return false;
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
     * The price of a decimal text.
     *
     * @throws ArithmeticException when it needs more than nine decimals or exceeds the range
     * @throws NumberFormatException when it is not a number
     */
    public static long parse(String text) {
        return new BigDecimal(text)
                .movePointRight(DECIMALS)
                .setScale(0, RoundingMode.UNNECESSARY)
                .longValueExact();
    }

    /** The shortest decimal text of a price; {@code -} for {@link #NONE}. */
    public static String format(long price) {
        return price == NONE
                ? "-"
                : BigDecimal.valueOf(price, DECIMALS).stripTrailingZeros().toPlainString();
    }

    /** The largest multiple of {@code grid} that is not above {@code price}. */
    public static long floor(long price, long grid) {
        return Math.floorDiv(price, grid) * grid;
    }

    /** The smallest multiple of {@code grid} that is not below {@code price}. */
    public static long ceil(long price, long grid) {
        return -floor(-price, grid);
    }
}
