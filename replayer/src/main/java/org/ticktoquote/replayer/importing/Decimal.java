package org.ticktoquote.replayer.importing;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Parses decimal numbers into scaled integers: {@code 1.38694}, {@code 1e-05}, {@code 1,284.065}, and with a
 * decimal comma {@code 1.284,065}.
 */
final class Decimal {
    /** Result for text that is not a number, or might lose digits. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private static final int MAX_LENGTH = 40;
    private static final int PRICE_DECIMALS = 9;
    private static final BigDecimal MAX_QUANTITY = BigDecimal.valueOf(Long.MAX_VALUE);
    /** Number of digits that always fits into a long. */
    private static final int CERTAIN_DIGITS = 18;

    /** Grouping characters in addition to comma and point. */
    static final String GROUPING = "'\u2019 \u00A0\u202F";

    private static final Pattern GROUPED_POINT = grouped(',', '.');
    private static final Pattern GROUPED_COMMA = grouped('.', ',');
    private static final Pattern PLAIN = Pattern.compile("-?(\\d+\\.?\\d*|\\.\\d+)");
    /** Limits the exponent to two digits, because {@code 1e999999999} would take gigabytes to write out. */
    private static final Pattern NUMBER = Pattern.compile(PLAIN + "([eE][+-]?\\d{1,2})?");
    /** Allowed rounding noise of a printed double, in ulps. */
    private static final int NOISE = 2;

    static final char POINT = '.';
    static final char COMMA = ',';

    private Decimal() {}

    private static Pattern grouped(char between, char mark) {
        return Pattern.compile("-?\\d{1,3}([" + between + GROUPING + "])\\d{3}(?:\\1\\d{3})*(?:[" + mark + "]\\d*)?");
    }

    /**
     * Parses a price above 0 into units of 1e-9, exactly. A double printed with all digits counts as the 9-decimal price that
     * it approximates.
     */
    static long price(String column, String text, char mark) throws BadValue {
        BigDecimal price = withoutNoise(number(column, text, mark, "a price such as 1" + mark + "38694"));
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

    /**
     * Rounds to 9 decimals if the difference is within the rounding noise of a double. Otherwise returns the price unchanged.
     */
    private static BigDecimal withoutNoise(BigDecimal price) {
        if (price.scale() <= PRICE_DECIMALS) {
            return price;
        }
        BigDecimal near = price.setScale(PRICE_DECIMALS, RoundingMode.HALF_EVEN);
        double shown = price.doubleValue();
        return Math.abs(shown - near.doubleValue()) <= NOISE * Math.ulp(shown) ? near : price;
    }

    /** Parses a time in units of {@code 10^decimals} ns into ns. Truncates fractions of 1 ns. */
    static long timeNs(byte[] bytes, int from, int to, int decimals, String expected) throws BadValue {
        long plain = scaled(bytes, from, to, decimals, POINT);
        if (plain != UNKNOWN) {
            return plain;
        }
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        String column = "time";
        if (text.length() > MAX_LENGTH || !PLAIN.matcher(text).matches()) { // an exponent means lost digits
            throw new BadValue(column, text, "is not a plain decimal number", expected);
        }
        BigDecimal time = new BigDecimal(text);
        try {
            return time.movePointRight(decimals).setScale(0, RoundingMode.FLOOR).longValueExact();
        } catch (ArithmeticException tooLarge) {
            throw new BadValue(column, text, "is too large", expected);
        }
    }

    /** Parses a quantity into units of the base currency, exactly. Rounded to whole units, it fits into a long. */
    static BigDecimal quantity(String column, String text, char mark, BigDecimal unit) throws BadValue {
        BigDecimal quantity = number(column, text, mark, "a quantity such as 1.5");
        if (quantity.signum() < 0) {
            throw new BadValue(column, text, "is negative", "a quantity such as 1.5");
        }
        BigDecimal units = quantity.multiply(unit);
        if (units.compareTo(MAX_QUANTITY) > 0) {
            throw new BadValue(column, text, "is too large", "a quantity such as 1.5");
        }
        return units;
    }

    private static BigDecimal number(String column, String text, char mark, String expected) throws BadValue {
        String plain = plain(text, mark);
        if (plain.length() > MAX_LENGTH || !NUMBER.matcher(plain).matches()) {
            throw new BadValue(column, text, "is not a plain decimal number", expected);
        }
        return new BigDecimal(plain);
    }

    /** Returns the number with a decimal point and without grouping; empty if its separators are inconsistent. */
    private static String plain(String text, char mark) {
        if (text.length() <= MAX_LENGTH
                && (mark == POINT ? GROUPED_POINT : GROUPED_COMMA).matcher(text).matches()) {
            return text.replaceAll("[^0-9" + mark + "-]", "").replace(mark, POINT);
        }
        return mark == POINT ? text : text.indexOf(POINT) >= 0 ? "" : text.replace(mark, POINT);
    }

    /**
     * Parses an unsigned number times {@code 10^decimals}. Returns {@link #UNKNOWN} if it is not such a number, or might lose
     * digits.
     */
    static long scaled(byte[] text, int from, int to, int decimals, char mark) {
        int point = -1;
        long value = 0;
        for (int i = from; i < to; i++) {
            byte c = text[i];
            if (c >= '0' && c <= '9') {
                value = value * 10 + (c - '0');
            } else if (c == mark && point < 0) {
                point = i;
            } else {
                return UNKNOWN;
            }
        }
        int given = point < 0 ? 0 : to - 1 - point;
        int digits = to - from - (point < 0 ? 0 : 1);
        if (digits == 0 || given > decimals || digits + decimals - given > CERTAIN_DIGITS) {
            return UNKNOWN;
        }
        for (int i = given; i < decimals; i++) {
            value *= 10;
        }
        return value;
    }
}
