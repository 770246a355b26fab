package org.ticktoquote.replayer.importing;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the times of a FIX log: SendingTime (52), and the time that an engine or a logger writes before a message. One thread.
 */
final class LogTime {
    /** There is no time, or none that can be read. */
    static final long NONE = Long.MIN_VALUE;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long QUARTER_NS = TimeUnit.MINUTES.toNanos(15);
    private static final String ZEROS = "000000000";
    private static final Pattern CLOCK =
            Pattern.compile("(?:(?<!\\d)(?<year>\\d{4})([-/.]?)(?<month>\\d\\d)\\2(?<day>\\d\\d)[-T :]+)?"
                    + "(?<!\\d)(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)(?:[.,:](?<fraction>\\d{1,12}))?"
                    + "(?!\\d) ?(?<zone>Z|[+-]\\d\\d:?\\d\\d(?!\\d))?");
    private static final Pattern EPOCH =
            Pattern.compile("(?<![\\d.])(\\d{10}|\\d{13}|\\d{16}|\\d{19})(?:\\.(\\d{1,9}))?(?!\\d)");

    /** What the clock of the times before messages is ahead of UTC, as SendingTime shows; {@link #NONE} where none did. */
    private long offsetNs = NONE;

    long offsetNs() {
        return offsetNs;
    }

    /** SendingTime (52), as in {@code 20261122-17:04:44.480}, ns since 1970-01-01 UTC. */
    static long sending(String text) {
        Matcher found = CLOCK.matcher(text);
        return found.matches() && found.group("year") != null ? ns(found) : NONE;
    }

    /**
     * The time before a message.
     *
     * @param sentNs its SendingTime, or {@link #NONE}: it says the date where there is none, and in which zone the log is
     * @param zone of the log; null where that is to be found out
     */
    long before(String text, long sentNs, @Nullable WallClock zone) throws BadValue {
        Matcher found = CLOCK.matcher(text);
        if (!found.find()) {
            return epoch(text);
        }
        boolean dated = found.group("year") != null;
        long shownNs = ns(found);
        if (shownNs == NONE || !dated && sentNs == NONE) {
            return NONE;
        }
        long wallNs = dated ? shownNs : nearest(shownNs, sentNs);
        if (found.group("zone") != null) {
            return wallNs;
        }
        if (zone == null && offsetNs == NONE && sentNs != NONE) {
            offsetNs = Math.floorDiv(wallNs - sentNs + QUARTER_NS / 2, QUARTER_NS) * QUARTER_NS;
        }
        long ns = zone != null ? zone.epochNs(wallNs, text) : wallNs - (offsetNs == NONE ? 0 : offsetNs);
        return dated ? ns : nearest(ns, sentNs);
    }

    /** The same time of day on the day that is nearest to a time. */
    private static long nearest(long ns, long toNs) {
        return ns + Math.floorDiv(toNs - ns + WallClock.DAY_NS / 2, WallClock.DAY_NS) * WallClock.DAY_NS;
    }

    /** On a clock of UTC where no zone is said, on 1970-01-01 where no date is. */
    private static long ns(Matcher found) {
        try {
            long day = found.group("year") == null
                    ? 0
                    : LocalDate.of(number(found, "year"), number(found, "month"), number(found, "day"))
                            .toEpochDay();
            String zone = found.group("zone");
            long seconds = (number(found, "hour") * 60L + number(found, "minute")) * 60
                    + number(found, "second")
                    - (zone == null ? 0 : ZoneOffset.of(zone).getTotalSeconds());
            String fraction = found.group("fraction") == null ? "" : found.group("fraction");
            return day * WallClock.DAY_NS + seconds * SECOND_NS + Long.parseLong((fraction + ZEROS).substring(0, 9));
        } catch (DateTimeException impossible) {
            return NONE;
        }
    }

    private static int number(Matcher found, String group) {
        return Integer.parseInt(found.group(group));
    }

    /** Since 1970-01-01 UTC in s, ms, us or ns, by the number of digits; what is finer than 1 ns is cut off. */
    private static long epoch(String text) {
        Matcher found = EPOCH.matcher(text);
        if (!found.find()) {
            return NONE;
        }
        String fraction = found.group(2) == null ? "" : found.group(2);
        return Long.parseLong((found.group(1) + fraction + ZEROS).substring(0, 19));
    }
}
