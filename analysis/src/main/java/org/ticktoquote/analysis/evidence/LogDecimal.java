package org.ticktoquote.analysis.evidence;

import java.math.BigDecimal;

/** Decimal numbers in the log of a JVM, which prints them by its locale: {@code 37.997ms}, or {@code 37,997ms} under de_DE. */
final class LogDecimal {
    /** What stands before the decimals: a point, a comma or the Arabic separator, as UTF-8 or as ISO 8859-1 reads its bytes. */
    static final String POINT = "(?:[.,\u066b]|\u00d9\u00ab)";

    private LogDecimal() {}

    /**
     * The whole part of a number times a power of ten.
     *
     * @param text digits, {@link #POINT}, digits
     * @param exponent 9 for seconds in nanoseconds
     */
    static long scaled(String text, int exponent) {
        return new BigDecimal(text.replaceFirst(POINT, "."))
                .movePointRight(exponent)
                .longValue();
    }
}
