package org.ticktoquote.analysis.evidence;

import java.math.BigDecimal;

/** Decimal numbers in JVM logs, which are formatted by locale: {@code 37.997ms}, or {@code 37,997ms} with de_DE. */
final class LogDecimal {
    /** Decimal separators: point, comma, or the Arabic separator, decoded as UTF-8 or as ISO 8859-1. */
    static final String POINT = "(?:[.,\u066b]|\u00d9\u00ab)";

    private LogDecimal() {}

    /**
     * Returns the integer part of a number times a power of ten.
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
