package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Plain decimal numbers of text files, {@code 1.38694}, as scaled integers; never through doubles. */
final class Decimal {
    private static final int MAX_LENGTH = 40;
    private static final int PRICE_DECIMALS = 9;
    /** Digits that a long holds whatever they are. */
    private static final int CERTAIN_DIGITS = 18;

    private static final long INEXACT = -1;

    private Decimal() {}

    /** A price above 0 in units of 1e-9, exactly. */
    static long price(String column, String text) throws BadValue {
        long plain = scaled(text, PRICE_DECIMALS);
        if (plain > 0) {
            return plain;
        }
        BigDecimal price = number(column, text, "a price such as 1.38694");
        if (price.signum() <= 0) {
            throw new BadValue(column, text, "is not above 0", "a price, or nothing for an absent side");
        }
        try {
            return price.movePointRight(PRICE_DECIMALS)
                    .setScale(0, RoundingMode.UNNECESSARY)
                    .longValueExact();
        } catch (ArithmeticException inexact) {
            throw new BadValue(column, text, "is not below 9.2e9 with at most 9 decimals", "a price such as 1.38694");
        }
    }

    /** A time in nanoseconds from a number of units of {@code 10^decimals} ns; what is finer than 1 ns is cut off. */
    static long timeNs(String column, String text, int decimals, String expected) throws BadValue {
        long plain = scaled(text, decimals);
        if (plain != INEXACT) {
            return plain;
        }
        BigDecimal time = number(column, text, expected);
        try {
            return time.movePointRight(decimals).setScale(0, RoundingMode.FLOOR).longValueExact();
        } catch (ArithmeticException tooLarge) {
            throw new BadValue(column, text, "is too large", expected);
        }
    }

    /** A quantity in units of the base currency, rounded to a whole one. */
    static long quantity(String column, String text, BigDecimal unit) throws BadValue {
        BigDecimal quantity = number(column, text, "a quantity such as 1.5");
        if (quantity.signum() < 0) {
            throw new BadValue(column, text, "is negative", "a quantity such as 1.5");
        }
        try {
            return quantity.multiply(unit).setScale(0, RoundingMode.HALF_UP).longValueExact();
        } catch (ArithmeticException tooLarge) {
            throw new BadValue(column, text, "is too large", "a quantity such as 1.5");
        }
    }

    private static BigDecimal number(String column, String text, String expected) throws BadValue {
        if (!isPlain(text)) {
            throw new BadValue(column, text, "is not a plain decimal number", expected);
        }
        return new BigDecimal(text);
    }

    /**
     * A number without a sign times {@code 10^decimals}, as nearly every row has it; {@link #INEXACT} where it takes more
     * than adding up digits to say what it is.
     */
    private static long scaled(String text, int decimals) {
        int length = text.length();
        int point = -1;
        long value = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                value = value * 10 + (c - '0');
            } else if (c == '.' && point < 0) {
                point = i;
            } else {
                return INEXACT;
            }
        }
        int given = point < 0 ? 0 : length - 1 - point;
        int digits = point < 0 ? length : length - 1;
        if (digits == 0 || given > decimals || digits + decimals - given > CERTAIN_DIGITS) {
            return INEXACT;
        }
        for (int i = given; i < decimals; i++) {
            value *= 10;
        }
        return value;
    }

    /** No exponents: {@code 1e999999999} would cost gigabytes to write out. */
    private static boolean isPlain(String text) {
        int digits = 0;
        int points = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.') {
                points++;
            } else if (c != '-' || i > 0) {
                return false;
            }
        }
        return digits > 0 && points <= 1 && text.length() <= MAX_LENGTH;
    }
}
