package org.ticktoquote.report.table;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.ticktoquote.core.command.DurationText;

/** Figures with two bounds as people read them, {@code 1.20..1.35 ms}; one number where both print alike. */
public final class IntervalText {
    private static final String TO = "..";
    private static final String AT_LEAST = ">= ";
    private static final double PERCENT = 100;
    private static final int MOST_DECIMALS = 9;

    private IntervalText() {}

    /** Three significant digits; the unit stands once where both have the same. */
    public static String duration(long lowNs, long highNs) {
        return interval(DurationText.format(lowNs), DurationText.format(highNs));
    }

    /** Durations that could only be longer, {@code >= 80.0..90.0 ms}; none at all is 0. */
    public static String durationAtLeast(long lowNs, long highNs) {
        return atLeast(highNs > 0, duration(lowNs, highNs));
    }

    /** Shares 0..1 that could only be larger. */
    public static String shareAtLeast(double low, double high) {
        return atLeast(high > 0, share(low, high));
    }

    private static String atLeast(boolean some, String interval) {
        return some ? AT_LEAST + interval : interval;
    }

    /** From a duration up to something that is not a number. */
    public static String durationUpTo(long lowNs, String high) {
        return DurationText.format(lowNs) + TO + high;
    }

    public static String count(long low, long high) {
        return interval(count(low), count(high));
    }

    private static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Of shares 0..1, as {@code 0.42..0.5 %}: two significant digits of the distance from 0 or from 100 %. */
    public static String share(double low, double high) {
        return interval(share(low), share(high));
    }

    /** Of a share 0..1. */
    public static String share(double share) {
        double percent = share * PERCENT;
        double distance = Math.min(Math.abs(percent), Math.abs(PERCENT - percent));
        int decimals = distance == 0 ? 0 : 1 - (int) Math.floor(Math.log10(distance));
        BigDecimal rounded = BigDecimal.valueOf(percent)
                .setScale(Math.min(MOST_DECIMALS, Math.max(1, decimals)), RoundingMode.HALF_EVEN);
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
