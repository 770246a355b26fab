package org.ticktoquote.analysis.evidence;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Line of a unified JVM log that begins with the decorations {@code timenanos,uptimenanos}, followed by any others. Decimal
 * numbers in JVM logs are formatted by locale: {@code 37.997ms}, or {@code 37,997ms} with de_DE.
 *
 * @param stampNs time at which the line was written
 * @param writer process or thread that wrote it, which distinguishes two JVMs in one file; 0 if not given
 * @param message text after the decorations
 */
record LogLine(long stampNs, long writer, String message) {
    /** Decimal separators: point, comma, or the Arabic separator, decoded as UTF-8 or as ISO 8859-1. */
    static final String POINT = "(?:[.,\u066b]|\u00d9\u00ab)";

    private static final Pattern LINE =
            Pattern.compile("^\\[(\\d{1,18})ns]\\[\\d{1,18}ns](?:\\[(\\d{1,18})])?(?:\\[[^\\[\\]]*]){0,8} (.*)$");

    static Optional<LogLine> of(String line) {
        Matcher found = LINE.matcher(line);
        if (!found.matches()) {
            return Optional.empty();
        }
        @Nullable String writer = found.group(2);
        return Optional.of(new LogLine(
                Long.parseLong(found.group(1)), writer == null ? 0 : Long.parseLong(writer), found.group(3)));
    }

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
