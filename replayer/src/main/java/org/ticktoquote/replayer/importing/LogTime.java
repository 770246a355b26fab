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
    private static final int NANO_DIGITS = 9;
    private static final Pattern CLOCK = Pattern.compile("(?:(?<!\\d)(\\d{4})([-/.]?)(\\d\\d)\\2(\\d\\d)[-T :]+)?"
            + "(?<!\\d)(\\d\\d):(\\d\\d):(\\d\\d)(?:[.,:](\\d{1,12}))?(?!\\d) ?(Z|[+-]\\d\\d:?\\d\\d(?!\\d))?");
    private static final Pattern EPOCH =
            Pattern.compile("(?<![\\d.])(\\d{10}|\\d{13}|\\d{16}|\\d{19})(?:\\.(\\d{1,9}))?(?!\\d)");

    private String lastDate = "";
    private long lastDay;
    private long offsetNs = NONE;

    /** A time of a log before it is known what its clock was ahead of UTC: with and without its date. */
    private record Wall(long ns, boolean dated, boolean utc) {}

    /** What the clock of the times before messages is ahead of UTC, as SendingTime shows; {@link #NONE} where none did. */
    long offsetNs() {
        return offsetNs;
    }

    /** SendingTime (52), as in {@code 20261122-17:04:44.480}, ns since 1970-01-01 UTC. */
    long sending(String text) {
        Matcher matcher = CLOCK.matcher(text);
        return matcher.matches() && matcher.group(1) != null ? wall(matcher).ns() : NONE;
    }

    /**
     * The time before a message.
     *
     * @param sentNs its SendingTime, or {@link #NONE}: it says the date where there is none, and in which zone the log is
     * @param zone of the log; null where that is to be found out
     */
    long before(String text, long sentNs, @Nullable WallClock zone) throws BadValue {
        Matcher matcher = CLOCK.matcher(text);
        if (!matcher.find()) {
            return epoch(text);
        }
        Wall wall = wall(matcher);
        if (wall.ns() == NONE || !wall.dated() && sentNs == NONE) {
            return NONE;
        }
        if (zone != null && !wall.utc()) {
            // the wall clock's day of the message is at most one from that of UTC: the nearest
            return wall.dated()
                    ? zone.epochNs(wall.ns(), text)
                    : nearest(zone.epochNs(sameDay(wall.ns(), sentNs), text), sentNs);
        }
        if (!wall.dated()) {
            long utcNs = sameDay(wall.ns(), sentNs);
            findOffset(nearest(utcNs, sentNs), sentNs, wall.utc());
            return nearest(utcNs - (wall.utc() || offsetNs == NONE ? 0 : offsetNs), sentNs);
        }
        findOffset(wall.ns(), sentNs, wall.utc());
        return wall.ns() - (wall.utc() || offsetNs == NONE ? 0 : offsetNs);
    }

    private void findOffset(long wallNs, long sentNs, boolean utc) {
        if (!utc && offsetNs == NONE && sentNs != NONE) {
            offsetNs = Math.floorDiv(wallNs - sentNs + QUARTER_NS / 2, QUARTER_NS) * QUARTER_NS;
        }
    }

    private static long sameDay(long ofDayNs, long sentNs) {
        return ofDayNs + Math.floorDiv(sentNs, WallClock.DAY_NS) * WallClock.DAY_NS;
    }

    private static long nearest(long ns, long sentNs) {
        return ns + Math.floorDiv(sentNs - ns + WallClock.DAY_NS / 2, WallClock.DAY_NS) * WallClock.DAY_NS;
    }

    private Wall wall(Matcher found) {
        long day = found.group(1) == null ? 0 : day(found.group(1), found.group(3), found.group(4));
        if (day == NONE) {
            return new Wall(NONE, true, true);
        }
        long seconds = Long.parseLong(found.group(5)) * 3600
                + Long.parseLong(found.group(6)) * 60
                + Long.parseLong(found.group(7));
        String zone = found.group(9);
        long aheadNs =
                zone == null || zone.equals("Z") ? 0 : ZoneOffset.of(zone).getTotalSeconds() * SECOND_NS;
        long ns = day * WallClock.DAY_NS + seconds * SECOND_NS + fraction(found.group(8)) - aheadNs;
        return new Wall(ns, found.group(1) != null, zone != null);
    }

    private long day(String year, String month, String dayOfMonth) {
        String date = year + '-' + month + '-' + dayOfMonth;
        if (!date.equals(lastDate)) {
            try {
                lastDay = LocalDate.parse(date).toEpochDay();
            } catch (DateTimeException e) {
                lastDay = NONE;
            }
            lastDate = date;
        }
        return lastDay;
    }

    /** Digits after the point in ns; those finer than that are cut off. */
    private static long fraction(@Nullable String digits) {
        if (digits == null) {
            return 0;
        }
        long ns = 0;
        for (int i = 0; i < NANO_DIGITS; i++) {
            ns = 10 * ns + (i < digits.length() ? digits.charAt(i) - '0' : 0);
        }
        return ns;
    }

    /** Since 1970-01-01 UTC in s, ms, us or ns, by the number of digits. */
    private static long epoch(String text) {
        Matcher found = EPOCH.matcher(text);
        if (!found.find()) {
            return NONE;
        }
        String digits = found.group(1);
        long unitNs = 1;
        for (int i = digits.length(); i < 19; i++) {
            unitNs *= 10;
        }
        long ns = Long.parseLong(digits) * unitNs;
        return found.group(2) == null ? ns : ns + fraction(found.group(2)) / (SECOND_NS / unitNs);
    }
}
