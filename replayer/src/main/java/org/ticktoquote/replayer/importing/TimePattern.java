package org.ticktoquote.replayer.importing;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import org.ticktoquote.core.command.Problem;

/**
 * Date and time in places of fixed width, as in {@code yyyyMMdd HH:mm:ss.SSS}.
 *
 * <p>Letters: {@code yyyy MM dd HH mm}, and {@code ss} and a fraction of a second {@code S} where there are; the fraction may
 * have one to nine digits, whatever the number of S. {@code T}, {@code Z} and everything that is no letter stand for
 * themselves.
 */
final class TimePattern implements TimeText {
    private static final String LETTERS = "yMdHmsS";
    private static final char FRACTION = 'S';
    private static final int NANO_DIGITS = 9;

    private final String pattern;
    private final WallClock clock;

    TimePattern(String pattern, WallClock clock) {
        this.pattern = pattern;
        this.clock = clock;
        requireSound();
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

    @Override
    public long epochNs(String text) throws BadValue {
        int[] parts = parts(text);
        try {
            long dayNs = Math.multiplyExact(
                    LocalDate.of(parts[0], parts[1], parts[2]).toEpochDay(), WallClock.DAY_NS);
            long timeOfDayNs =
                    LocalTime.of(parts[3], parts[4], parts[5], parts[6]).toNanoOfDay();
            return clock.epochNs(dayNs + timeOfDayNs, text);
        } catch (DateTimeException | ArithmeticException impossible) {
            throw new BadValue("time", text, "is no date and time of the calendar; expected " + pattern);
        }
    }

    /** The numbers in a text, in the order of {@link #LETTERS}. */
    private int[] parts(String text) throws BadValue {
        int[] parts = new int[LETTERS.length()];
        Scan scan = new Scan(text);
        for (int i = 0; i < pattern.length(); ) {
            char c = pattern.charAt(i);
            int part = LETTERS.indexOf(c);
            int width = part < 0 ? 1 : width(i);
            if (part < 0) {
                scan.literal(c);
            } else {
                parts[part] = c == FRACTION ? scan.fraction() : scan.digits(width);
            }
            i += width;
        }
        scan.end();
        return parts;
    }

    private int width(int from) {
        int to = from + 1;
        while (to < pattern.length() && pattern.charAt(to) == pattern.charAt(from)) {
            to++;
        }
        return to - from;
    }

    /** A text being read from left to right. */
    private final class Scan {
        private final String text;
        private int at;

        Scan(String text) {
            this.text = text;
        }

        int digits(int width) throws BadValue {
            int value = 0;
            for (int i = 0; i < width; i++) {
                if (!atDigit()) {
                    throw unexpected();
                }
                value = value * 10 + (text.charAt(at++) - '0');
            }
            return value;
        }

        int fraction() throws BadValue {
            int from = at;
            int nano = digits(1);
            while (atDigit() && at - from < NANO_DIGITS) {
                nano = nano * 10 + (text.charAt(at++) - '0');
            }
            for (int i = at - from; i < NANO_DIGITS; i++) {
                nano *= 10;
            }
            return nano;
        }

        void literal(char c) throws BadValue {
            if (at >= text.length() || text.charAt(at++) != c) {
                throw unexpected();
            }
        }

        void end() throws BadValue {
            if (at != text.length()) {
                throw unexpected();
            }
        }

        private boolean atDigit() {
            return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
        }

        private BadValue unexpected() {
            return new BadValue("time", text, "is not of the form " + pattern);
        }
    }
}
