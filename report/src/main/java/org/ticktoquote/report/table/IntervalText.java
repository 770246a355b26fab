package org.ticktoquote.report.table;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.ticktoquote.core.command.DurationText;

/** Formats figures with two bounds, such as {@code 1.20..1.35 ms}, or one number if both bounds have the same text. */
public final class IntervalText {
    private static final String TO = "..";
    private static final String AT_LEAST = ">= ";
    private static final double PERCENT = 100;
    private static final int MAX_DECIMALS = 9;

    private IntervalText() {}

    /** Formats durations with three significant digits. Prints a common unit once. */
    public static String duration(long lowNs, long highNs) {
        return interval(DurationText.format(lowNs), DurationText.format(highNs));
    }

    /** Formats durations that are lower bounds, such as {@code >= 80.0..90.0 ms}. Zero stays 0. */
    public static String durationAtLeast(long lowNs, long highNs) {
        return atLeast(highNs > 0, duration(lowNs, highNs));
    }

    /** Formats shares 0..1 that are lower bounds. */
    public static String shareAtLeast(double low, double high) {
        return atLeast(high > 0, share(low, high));
    }

    private static String atLeast(boolean some, String interval) {
        return some ? AT_LEAST + interval : interval;
    }

    /** Formats an interval from a duration to a text. */
    public static String durationUpTo(long lowNs, String high) {
        return DurationText.format(lowNs) + TO + high;
    }

    public static String count(long low, long high) {
        return interval(count(low), count(high));
    }

    private static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /**
     * Formats shares 0..1, such as {@code 0.42..0.5 %}. Each is rounded to two significant digits of its distance to
     * 0 or 100 %, whichever is nearer, but to 1 to 9 decimals. Trailing zeros are then dropped.
     */
    public static String share(double low, double high) {
        return interval(share(low), share(high));
    }

    /** Formats a share 0..1. */
    public static String share(double share) {
        double percent = share * PERCENT;
        double distance = Math.min(Math.abs(percent), Math.abs(PERCENT - percent));
        int decimals = distance == 0 ? 0 : 1 - (int) Math.floor(Math.log10(distance));
        BigDecimal rounded = BigDecimal.valueOf(percent)
                .setScale(Math.min(MAX_DECIMALS, Math.max(1, decimals)), RoundingMode.HALF_EVEN);
        return (rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString()) + " %";
    }

    private static String interval(String low, String high) {
        if (low.equals(high)) {
            return low;
        }
        int unit = low.indexOf(' ');
        boolean common = unit > 0 && high.endsWith(low.substring(unit));
        return (common ? low.substring(0, unit) : low) + TO + high;
    }
}
