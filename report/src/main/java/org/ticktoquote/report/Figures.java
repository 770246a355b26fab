package org.ticktoquote.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DurationText;

/** Formats numbers and the values of charts for a page, independent of the locale. */
public final class Figures {
    private static final int PRICE_DIGITS = 9;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Figures() {}

    /** Formats a duration with up to three significant digits and a suitable unit. */
    public static String duration(long ns) {
        return DurationText.format(ns);
    }

    /** Formats a threshold without trailing zeros, such as {@code 1 ms}. */
    public static String round(long ns) {
        return duration(ns).replaceFirst("\\.0+ ", " ");
    }

    /** Formats a price or price difference in units of 1e-9. */
    public static String price(long units) {
        BigDecimal price = BigDecimal.valueOf(units, PRICE_DIGITS);
        return price.signum() == 0 ? "0" : price.stripTrailingZeros().toPlainString();
    }

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Formats a number with at most six significant digits and no trailing zeros. Integer digits are never dropped. */
    public static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.toString(value);
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        BigDecimal short6 = exact.setScale(Math.max(0, 6 - exact.precision() + exact.scale()), RoundingMode.HALF_UP);
        return short6.signum() == 0 ? "0" : short6.stripTrailingZeros().toPlainString();
    }

    public static String share(long part, long whole) {
        return whole == 0 ? "" : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / whole);
    }

    /** Formats a share as a range, from a lower to an upper bound. */
    public static String share(long low, long high, long whole) {
        String one = share(low, whole);
        String other = share(high, whole);
        return one.equals(other) ? one : one.replace(" %", "..") + other;
    }

    /** Formats nanoseconds since 1970-01-01 UTC as date and time of day. */
    public static String moment(long epochNs) {
        return UTC.format(Instant.ofEpochSecond(Math.floorDiv(epochNs, NS_PER_S), Math.floorMod(epochNs, NS_PER_S)));
    }

    /** Formats the values of a chart as JSON for a script element, in printable ASCII without {@code <}. */
    public static String json(Object values) {
        try {
            // In JSON, '<' occurs only in strings. As an escape it cannot end the script element or open a comment.
            // Jackson does not escape the delete character, which the page would change to an invalid escape.
            return JsonMapper.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .build()
                    .writeValueAsString(values)
                    .replace("<", "\\u003c")
                    .replace("\u007f", "\\u007f");
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    /** Creates a point of a chart. Values can be null. */
    public static List<?> point(@Nullable Object... values) {
        return Arrays.asList(values);
    }
}
