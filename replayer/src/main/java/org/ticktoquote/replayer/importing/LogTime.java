package org.ticktoquote.replayer.importing;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.importing.Zones.WallClock;

/** Parses SendingTime (52) and the time that an engine or logger writes before a message. Single-threaded. */
final class LogTime {
    /** Missing or invalid time. */
    static final long NONE = Long.MIN_VALUE;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MINUTE_S = 60;
    private static final int MAX_APART_S = 2;
    private static final int QUARTER_S = 15 * MINUTE_S;
    private static final long QUARTER_NS = QUARTER_S * SECOND_NS;
    private static final long MAX_OFFSET_NS = TimeUnit.SECONDS.toNanos(ZoneOffset.MAX.getTotalSeconds());
    private static final long EARLIEST_NS = TimeUnit.DAYS.toNanos(20 * 365 + 5);
    private static final String ZEROS = "000000000";
    private static final Pattern CLOCK = Pattern.compile(
            "(?:(?<!\\d)(?<year>\\d{4})([-/.]?)(?<month>\\d\\d)\\2(?<day>\\d\\d)[-T :]+)?"
                    + "(?<!\\d)(?<hour>\\d\\d|\\d(?=:[\\d:.,]+ ?[AaPp][Mm]))"
                    + ":(?<minute>\\d\\d):(?<second>\\d\\d)(?:[.,:](?<fraction>\\d{1,12}))?(?!\\d)"
                    + "(?: ?(?<half>[AaPp])[Mm](?![A-Za-z_]|-?\\d(?!\\d:?\\d\\d)))? ?(?<zone>Z|[+-]\\d\\d:?\\d\\d(?!\\d))?");
    /** Matches also seconds and nanoseconds as Log4j writes them in JSON. */
    private static final Pattern EPOCH = Pattern.compile(
            "(?<![\\d.])(\\d{10}|\\d{13}|\\d{16}|\\d{19})" + "(?:\\.(\\d{1,9})|,\"nanoOfSecond\":(\\d{1,9}))?(?!\\d)");

    /** Offset of the log's clock from UTC, learned from SendingTime; {@link #NONE} if unknown. */
    private long offsetNs = NONE;

    private boolean unrelated;
    /** True once a time before a message was no whole second. */
    private boolean fine;
    /** True once a SendingTime was no whole second. */
    private boolean sentFine;

    /** Describes the clock; empty if it shows UTC. */
    String note() {
        if (unrelated) {
            return "SendingTime (52) is more than 18 h from the times before the messages," + " which are read as UTC";
        }
        if (offsetNs == NONE || offsetNs == 0) {
            return "";
        }
        ZoneOffset offset = ZoneOffset.ofTotalSeconds((int) (offsetNs / SECOND_NS));
        return "times before the messages are in UTC" + offset + ", as SendingTime (52) shows";
    }

    /** Returns true if all times before the messages are whole seconds, and SendingTime is finer. */
    boolean isCoarse() {
        return !fine && sentFine;
    }

    /** Returns true if a time is too far from SendingTime for the offset of the log's clock. */
    boolean isDistant(long ns, long sentNs) {
        return !unrelated && ns != NONE && sentNs != NONE && Math.abs(ns - sentNs) > QUARTER_NS / 2;
    }

    /** Returns true if every SendingTime is too far from the log's times to show an offset, which is then taken as 0. */
    boolean isUnrelated() {
        return unrelated;
    }

    /** Parses SendingTime (52), as in {@code 20261122-17:04:44.480}, into ns since 1970-01-01 UTC. */
    static long sending(String text) {
        Matcher found = CLOCK.matcher(text);
        return found.matches() && found.group("year") != null ? ns(found) : NONE;
    }

    /**
     * Parses the time before a message.
     *
     * @param sentNs its SendingTime, or {@link #NONE}; supplies a missing date and the offset of the log's clock
     * @param zone time zone of the log; null to learn the offset
     */
    long before(String text, long sentNs, @Nullable WallClock zone) throws BadValue {
        long ns = parse(text, sentNs, zone);
        if (ns != NONE && sentNs != NONE) {
            fine |= ns % SECOND_NS != 0;
            sentFine |= sentNs % SECOND_NS != 0;
        }
        return ns;
    }

    private long parse(String text, long sentNs, @Nullable WallClock zone) throws BadValue {
        Matcher found = clock(text);
        if (found == null) {
            return epoch(text, sentNs);
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
            long differenceNs = Math.floorDiv(wallNs - sentNs + QUARTER_NS / 2, QUARTER_NS) * QUARTER_NS;
            unrelated = Math.abs(differenceNs) > MAX_OFFSET_NS;
            offsetNs = unrelated ? NONE : differenceNs;
        }
        long ns = zone != null ? zone.epochNs(wallNs, text) : wallNs - (offsetNs == NONE ? 0 : offsetNs);
        return dated ? ns : nearest(ns, sentNs);
    }

    /**
     * Finds the first time in a text; null if there is none. If it has whole seconds, as syslog writes, a later time with a
     * fraction is preferred, if both differ by at most 2 s and their zones. It must have a date if the first one has.
     */
    private static @Nullable Matcher clock(String text) {
        Matcher first = CLOCK.matcher(text);
        if (!first.find()) {
            return null;
        }
        Matcher later = CLOCK.matcher(text);
        boolean more = first.group("fraction") == null && later.find(first.end());
        for (; more; more = later.find()) {
            boolean keepsDate = first.group("year") == null || later.group("year") != null;
            if (later.group("fraction") != null && keepsDate && isNear(first, later)) {
                return later;
            }
        }
        return first;
    }

    private static boolean isNear(Matcher one, Matcher other) {
        int apartS = (number(other, "minute") - number(one, "minute")) * MINUTE_S
                + number(other, "second")
                - number(one, "second");
        return Math.floorMod(apartS + MAX_APART_S, QUARTER_S) <= 2 * MAX_APART_S;
    }

    /** Returns the same time of day on the day nearest to a given time. */
    private static long nearest(long ns, long toNs) {
        return ns + Math.floorDiv(toNs - ns + WallClock.DAY_NS / 2, WallClock.DAY_NS) * WallClock.DAY_NS;
    }

    /** Assumes UTC if there is no zone, and 1970-01-01 if there is no date. */
    private static long ns(Matcher found) {
        try {
            long day = found.group("year") == null
                    ? 0
                    : LocalDate.of(number(found, "year"), number(found, "month"), number(found, "day"))
                            .toEpochDay();
            String zone = found.group("zone");
            long seconds = (hour(found) * 60L + number(found, "minute")) * 60
                    + number(found, "second")
                    - (zone == null ? 0 : ZoneOffset.of(zone).getTotalSeconds());
            String fraction = found.group("fraction") == null ? "" : found.group("fraction");
            return day * WallClock.DAY_NS + seconds * SECOND_NS + Long.parseLong((fraction + ZEROS).substring(0, 9));
        } catch (DateTimeException impossible) {
            return NONE;
        }
    }

    /** Returns the hour of the day. Ignores a tag such as AM after a time of 24 hours. */
    private static int hour(Matcher found) {
        int hour = number(found, "hour");
        String half = found.group("half");
        return half == null || hour == 0 || hour > 12 ? hour : hour % 12 + (half.equalsIgnoreCase("p") ? 12 : 0);
    }

    private static int number(Matcher found, String group) {
        return Integer.parseInt(found.group(group));
    }

    /**
     * Parses s, ms, us or ns (by number of digits) since 1970-01-01 UTC. Truncates fractions of 1 ns. Ignores other
     * numbers: those more than a day from SendingTime, or without it before 1990.
     */
    private static long epoch(String text, long sentNs) {
        Matcher found = EPOCH.matcher(text);
        while (found.find()) {
            long ns = Long.parseLong((found.group(1) + fraction(found) + ZEROS).substring(0, 19));
            if (sentNs == NONE ? ns >= EARLIEST_NS : Math.abs(ns - sentNs) <= WallClock.DAY_NS) {
                return ns;
            }
        }
        return NONE;
    }

    private static String fraction(Matcher epoch) {
        String nanos = epoch.group(3);
        return nanos != null ? ZEROS.substring(nanos.length()) + nanos : epoch.group(2) == null ? "" : epoch.group(2);
    }
}
