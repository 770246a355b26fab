package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.ticktoquote.core.command.Problem;

/**
 * Date and time in places of fixed width, as in {@code yyyyMMdd HH:mm:ss.SSS}.
 *
 * <p>Letters: {@code yyyy MM dd HH mm}, and {@code ss} and a fraction of a second {@code S} where there are; the fraction may
 * have one to nine digits, whatever the number of S, and may be missing with its point where a second is whole. {@code T},
 * {@code Z} and everything that is no letter stand for themselves. For one thread.
 */
final class TimePattern implements TimeText {
    private static final String LETTERS = "yMdHmsS";
    private static final char FRACTION = 'S';
    private static final char POINT = '.';
    private static final int NANO_DIGITS = 9;
    private static final int HOURS = 24;
    private static final long SIXTY = 60;
    private static final long SECOND_NS = 1_000_000_000;

    /**
     * What stands at a place of the text.
     *
     * @param part among {@link #LETTERS}, -1 for a character that stands for itself
     */
    private record Step(int part, byte character, int width) {}

    private final String pattern;
    private final WallClock clock;
    private final Step[] steps;
    /** The numbers of the text read last, in the order of {@link #LETTERS}. */
    private final int[] parts = new int[LETTERS.length()];

    private int at;
    private int year;
    private int month;
    private int day = -1;
    /** Midnight of the date read last; files are full of equal ones. */
    private long dayNs;

    TimePattern(String pattern, WallClock clock) {
        this.pattern = pattern;
        this.clock = clock;
        requireSound();
        this.steps = steps(pattern);
    }

    private void requireSound() {
        String letters = pattern.replaceAll("[^A-Za-z]|[TZ]", "").replaceAll("S+", "S");
        if (!letters.matches("(yyyyMMdd|ddMMyyyy|MMddyyyy)HHmm(ssS?)?")) {
            throw Problem.ofValue(pattern)
                    .fault("is not a time format")
                    .expected("yyyy, MM, dd, HH, mm, perhaps ss and S, as in 'yyyyMMdd HH:mm:ss.SSS',"
                            + " or ms-of-day, epoch-s, epoch-ms, epoch-us, epoch-ns")
                    .refusal();
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
    public long epochNs(String text) throws BadValue {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!matches(bytes, 0, bytes.length)) {
            throw new BadValue("time", text, "", pattern);
        }
        try {
            long timeOfDayNs =
                    LocalTime.of(parts[3], parts[4], parts[5], parts[6]).toNanoOfDay();
            return clock.epochNs(midnightNs(parts[0], parts[1], parts[2]) + timeOfDayNs, text);
        } catch (DateTimeException | ArithmeticException impossible) {
            throw new BadValue("time", text, "is no date and time of the calendar", pattern);
        }
    }

    /** Of the day read last, on a clock that is never changed: nearly all times of a file are so. */
    @Override
    public long plainEpochNs(byte[] text, int from, int to) {
        boolean plain = clock.isFixed()
                && matches(text, from, to)
                && parts[0] == year
                && parts[1] == month
                && parts[2] == day
                && parts[3] < HOURS
                && parts[4] < SIXTY
                && parts[5] < SIXTY;
        if (!plain) {
            return PlainFields.UNKNOWN;
        }
        long second = (parts[3] * SIXTY + parts[4]) * SIXTY + parts[5];
        return clock.fixedEpochNs(dayNs + second * SECOND_NS + parts[6]);
    }

    private long midnightNs(int ofYear, int ofMonth, int ofDay) {
        if (ofDay != day || ofMonth != month || ofYear != year) {
            long ns = Math.multiplyExact(LocalDate.of(ofYear, ofMonth, ofDay).toEpochDay(), WallClock.DAY_NS);
            year = ofYear;
            month = ofMonth;
            day = ofDay;
            dayNs = ns;
        }
        return dayNs;
    }

    /** Whether a text is of the form; {@link #parts} are its numbers then. */
    private boolean matches(byte[] text, int from, int to) {
        at = from;
        for (int i = 0; i < steps.length; i++) {
            Step step = steps[i];
            if (step.part() >= 0) {
                int value = step.character() == FRACTION ? fraction(text, to) : digits(text, to, step.width());
                if (value < 0) {
                    return false;
                }
                parts[step.part()] = value;
            } else if (isPointOfFraction(i) && !(at < to && text[at] == POINT)) {
                parts[LETTERS.indexOf(FRACTION)] = 0;
                i++; // a whole second
            } else if (at >= to || text[at++] != step.character()) {
                return false;
            }
        }
        return at == to;
    }

    /** Of a fixed number of digits; -1 where something else stands there. */
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
        return value;
    }

    /** Of one to nine digits, in nanoseconds; -1 where something else stands there. */
    private int fraction(byte[] text, int to) {
        int from = at;
        int nano = digits(text, to, 1);
        while (nano >= 0 && at < to && at - from < NANO_DIGITS && text[at] >= '0' && text[at] <= '9') {
            nano = nano * 10 + (text[at++] - '0');
        }
        for (int i = at - from; nano > 0 && i < NANO_DIGITS; i++) {
            nano *= 10;
        }
        return nano;
    }

    private boolean isPointOfFraction(int step) {
        return steps[step].character() == POINT && step + 1 < steps.length && steps[step + 1].character() == FRACTION;
    }
}
