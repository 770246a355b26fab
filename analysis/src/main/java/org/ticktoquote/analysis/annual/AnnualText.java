package org.ticktoquote.analysis.annual;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats time per year for users: {@code 48 min 40 s}, {@code 37 min 26.4 s}, {@code 87 h 36 min}, {@code 3,120 h}. */
public final class AnnualText {
    private static final long TENTHS_PER_MINUTE = 600;
    private static final long MINUTES_PER_HOUR = 60;
    private static final double TENTHS_PER_SECOND = 10;
    private static final long HOURS_WITHOUT_MINUTES = 1000;
    private static final long HOURS_WITHOUT_SECONDS = 10;

    private AnnualText() {}

    /** Formats seconds, which are null if the base truncated them to 0. */
    public static String ofNullable(@Nullable Double seconds) {
        return seconds == null ? "less than 1 s a day" : of(seconds);
    }

    /** Formats seconds, with tenths only below an hour. */
    public static String of(double seconds) {
        if (seconds < 1) {
            return seconds == 0 ? "0 s" : String.format(Locale.ROOT, "%.2g s", seconds);
        }
        long hours = (long) Math.floor(seconds / TENTHS_PER_MINUTE / MINUTES_PER_HOUR * TENTHS_PER_SECOND);
        double unit = hours >= HOURS_WITHOUT_MINUTES
                ? TENTHS_PER_MINUTE * MINUTES_PER_HOUR
                : hours >= HOURS_WITHOUT_SECONDS ? TENTHS_PER_MINUTE : hours >= 1 ? TENTHS_PER_SECOND : 1;
        long tenths = Math.round(Math.round(seconds * TENTHS_PER_SECOND / unit) * unit);
        return text(tenths);
    }

    private static String text(long tenths) {
        long hours = tenths / (TENTHS_PER_MINUTE * MINUTES_PER_HOUR);
        long minutes = tenths / TENTHS_PER_MINUTE % MINUTES_PER_HOUR;
        double seconds = tenths % TENTHS_PER_MINUTE / TENTHS_PER_SECOND;
        StringBuilder text = new StringBuilder();
        if (hours > 0) {
            text.append(String.format(Locale.ROOT, "%,d h ", hours));
        }
        if (minutes > 0) {
            text.append(minutes).append(" min ");
        }
        if (seconds > 0) {
            text.append(String.format(Locale.ROOT, "%.1f", seconds).replaceFirst("\\.0$", ""))
                    .append(" s");
        }
        return text.toString().strip();
    }
}
