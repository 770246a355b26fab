package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.replayer.importing.Zones.WallClock;

/**
 * Parses date and time by a pattern such as {@code yyyyMMdd HH:mm:ss.SSS}.
 *
 * <p>Letters: {@code yyyy} or {@code yy}; {@code MM}, {@code M} or a name {@code MMM}; {@code dd} or {@code d}; {@code HH}
 * or {@code H}, or {@code hh} or {@code h} with {@code a} for AM and PM; optional {@code mm}, {@code ss} and a fraction of a
 * second {@code S}; {@code X} or {@code Z} for the zone of the row. A single letter matches one or two digits. A fraction
 * can have one to nine digits, regardless of the number of S, and can be missing together with its point, also with the
 * seconds and their colon. {@code T}, {@code D} and all characters that are not letters match themselves. Single-threaded.
 */
final class TimePattern implements TimeText {
    private static final String LETTERS = "yMdHmsSahXZ";
    private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
    private static final String SOUND = "((yyyy|yy)M{1,3}dd?|dd?M{1,3}(yyyy|yy)|MM?dd?(yyyy|yy)|MMMdd?(yyyy|yy))?"
            + "(HH?(mm(ssS?)?)?|hh?mm(ssS?)?a)[XZ]?";
    /** Matches patterns in which the end of a number is ambiguous. */
    private static final String RUN_TOGETHER =
            ".*((?<!M)M(?!M)|(?<!d)d(?!d)|(?<!H)H(?!H)|(?<!h)h(?!h))(?!MMM)[yMdHhms].*";

    private static final int MONTH = 1;
    private static final int HOUR = 3;
    private static final int SECOND = 5;
    private static final int NANO = 6;
    private static final int HALF = 7;
    private static final int NANO_DIGITS = 9;
    private static final int NOON = 12;
    private static final int CENTURY = 2000;
    private static final int NAME_LENGTH = 3;

    /**
     * Element of the pattern.
     *
     * @param part index in {@link #LETTERS}, -1 for a literal character
     */
    private record Step(int part, byte character, int width) {}

    private final String pattern;
    private final WallClock clock;
    /** Date for a pattern without one. */
    private final @Nullable LocalDate date;

    private final Step[] steps;
    /** Numbers of the last text, in the order of {@link #LETTERS}. */
    private final int[] parts = new int[LETTERS.length()];

    private int at;
    private int zoneAt;

    private byte[] zone = {};
    private @Nullable WallClock zoneClock;
    private int year;
    private int month;
    private int day = -1;
    /** Midnight of the last date, cached because consecutive rows usually share it. */
    private long dayNs;

    /** Creates a parser from a pattern with a date. */
    TimePattern(String pattern, WallClock clock) {
        this(pattern, clock, null);
    }

    /**
     * Creates a parser of times in a clock's zone.
     *
     * @param date day for a pattern without a date
     */
    TimePattern(String pattern, WallClock clock, @Nullable LocalDate date) {
        this.pattern = pattern;
        this.clock = clock;
        requireSound(date != null);
        this.date = hasDate(pattern) ? null : date;
        this.steps = steps(pattern);
    }

    static boolean hasDate(String pattern) {
        return pattern.indexOf('y') >= 0;
    }

    private void requireSound(boolean dated) {
        String letters = pattern.replaceAll("[^A-Za-z]|[TD]", "").replaceAll("S+", "S");
        if (!letters.matches(SOUND) || pattern.matches(RUN_TOGETHER) || !(dated || hasDate(pattern))) {
            throw Problem.ofValue(pattern)
                    .fault("is not a time format")
                    .expected("yyyy, MM, dd, HH and optionally mm, ss, S and X, as in 'yyyyMMdd HH:mm:ss.SSS',"
                            + " or ms-of-day, epoch-s, epoch-ms, epoch-us, epoch-ns")
                    .exception();
        }
    }

    private static Step[] steps(String pattern) {
        List<Step> steps = new ArrayList<>();
        byte[] bytes = pattern.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; ) {
            byte c = bytes[i];
            int part = LETTERS.indexOf(c);
            int to = i + 1;
            while (part >= 0 && to < bytes.length && bytes[to] == c) {
                to++;
            }
            steps.add(new Step(part, c, to - i));
            i = to;
        }
        return steps.toArray(Step[]::new);
    }

    @Override
    public long epochNs(byte[] text, int from, int to) throws BadValue {
        if (!matches(text, from, to)) {
            throw bad(text, from, to, "", pattern);
        }
        WallClock shown = zoneAt < 0 ? clock : zoned(text, from, to);
        try {
            long timeOfDayNs = LocalTime.of(parts[HOUR], parts[4], parts[SECOND], parts[NANO])
                    .toNanoOfDay();
            return shown.epochNs(midnightNs() + timeOfDayNs, text, from, to);
        } catch (DateTimeException | ArithmeticException impossible) {
            throw bad(text, from, to, "is not a date and time of the calendar", pattern);
        }
    }

    private static BadValue bad(byte[] text, int from, int to, String fault, String expected) {
        return new BadValue("time", new String(text, from, to - from, StandardCharsets.UTF_8), fault, expected);
    }

    /** Returns the clock of the zone in a row. The previous clock is reused if the zone is the same. */
    private WallClock zoned(byte[] text, int from, int to) throws BadValue {
        WallClock known = zoneClock;
        if (known == null || !Arrays.equals(text, zoneAt, to, zone, 0, zone.length)) {
            String said = new String(text, zoneAt, to - zoneAt, StandardCharsets.UTF_8);
            known = Zones.of(said.strip())
                    .map(WallClock::new)
                    .orElseThrow(
                            () -> bad(text, from, to, "", pattern + ", where X is Z, +01:00, GMT+0100, EST or such"));
            zone = Arrays.copyOfRange(text, zoneAt, to);
            zoneClock = known;
        }
        return known;
    }

    private long midnightNs() {
        int ofYear = date == null ? parts[0] : date.getYear();
        int ofMonth = date == null ? parts[MONTH] : date.getMonthValue();
        int ofDay = date == null ? parts[2] : date.getDayOfMonth();
        if (ofDay != day || ofMonth != month || ofYear != year) {
            long ns = Math.multiplyExact(LocalDate.of(ofYear, ofMonth, ofDay).toEpochDay(), WallClock.DAY_NS);
            year = ofYear;
            month = ofMonth;
            day = ofDay;
            dayNs = ns;
        }
        return dayNs;
    }

    /** Returns true if a text matches, and sets {@link #parts}. */
    private boolean matches(byte[] text, int from, int to) {
        at = from;
        zoneAt = -1;
        parts[HALF] = -1;
        for (int i = 0; i < steps.length; i++) {
            Step step = steps[i];
            if (step.part() >= 0) {
                if (!takes(step, text, to)) {
                    return false;
                }
            } else if (at < to && text[at] == step.character()) {
                at++;
            } else if (isMarkBefore('s', i)) {
                parts[SECOND] = 0;
                parts[NANO] = 0;
                i += isMarkBefore('S', i + 2) ? 3 : 1; // whole minute without seconds
            } else if (isMarkBefore('S', i)) {
                parts[NANO] = 0;
                i++; // whole second without fraction
            } else {
                return false;
            }
        }
        return at == to && (parts[HALF] < 0 || isHalfOfDay());
    }

    /** Parses one part of the time. Returns false if the text does not match. */
    private boolean takes(Step step, byte[] text, int to) {
        if (step.character() == 'X' || step.character() == 'Z') {
            zoneAt = at;
            at = to;
            return zoneAt < to;
        }
        int value = switch (step.character()) {
            case 'S' -> fraction(text, to);
            case 'a' -> half(text, to);
            case 'M' -> step.width() == NAME_LENGTH ? monthName(text, to) : digits(text, to, step.width());
            case 'y' -> step.width() == 2 ? centuryAdded(digits(text, to, 2)) : digits(text, to, step.width());
            default -> digits(text, to, step.width());
        };
        parts[step.character() == 'h' ? HOUR : step.part()] = value;
        return value >= 0;
    }

    private static int centuryAdded(int value) {
        return value < 0 ? value : CENTURY + value;
    }

    /** Parses a fixed number of digits. Width 1 accepts one or two. Returns -1 if the text does not match. */
    private int digits(byte[] text, int to, int width) {
        if (to - at < width) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < width; i++) {
            int digit = text[at++] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        if (width == 1 && at < to && text[at] >= '0' && text[at] <= '9') {
            value = value * 10 + (text[at++] - '0');
        }
        return value;
    }

    private int monthName(byte[] text, int to) {
        if (to - at < NAME_LENGTH) {
            return -1;
        }
        String name = new String(text, at, NAME_LENGTH, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
        at += NAME_LENGTH;
        int place = MONTHS.indexOf(name);
        return place % NAME_LENGTH == 0 ? place / NAME_LENGTH + 1 : -1;
    }

    /** Parses AM as 0 and PM as 1. Returns -1 if the text does not match. */
    private int half(byte[] text, int to) {
        if (to - at < 2 || (text[at + 1] | 0x20) != 'm') {
            return -1;
        }
        int letter = text[at] | 0x20;
        at += 2;
        return letter == 'a' ? 0 : letter == 'p' ? 1 : -1;
    }

    /** Converts the hour to 24 hours. Returns false unless it was 1 to 12. */
    private boolean isHalfOfDay() {
        int hour = parts[HOUR];
        parts[HOUR] = hour % NOON + parts[HALF] * NOON;
        return hour >= 1 && hour <= NOON;
    }

    /** Parses one to nine digits into nanoseconds. Returns -1 if the text does not match. */
    private int fraction(byte[] text, int to) {
        int from = at;
        int nano = at < to ? text[at++] - '0' : -1;
        if (nano < 0 || nano > 9) {
            return -1;
        }
        while (at < to && at - from < NANO_DIGITS && text[at] >= '0' && text[at] <= '9') {
            nano = nano * 10 + (text[at++] - '0');
        }
        for (int i = at - from; nano > 0 && i < NANO_DIGITS; i++) {
            nano *= 10;
        }
        return nano;
    }

    /** Returns true if a step is a mark that can be missing together with the part after it. */
    private boolean isMarkBefore(char part, int step) {
        return step + 1 < steps.length
                && ".,:".indexOf(steps[step].character()) >= 0
                && steps[step + 1].character() == part;
    }
}
