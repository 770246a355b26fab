package org.ticktoquote.replayer.importing;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/**
 * Date and time in places of fixed width, as in {@code yyyyMMdd HH:mm:ss.SSS}.
 *
 * <p>Letters: {@code yyyy MM dd HH mm}, and {@code ss} and a fraction of a second {@code S} where there are; the fraction may
 * have one to nine digits, whatever the number of S. {@code T}, {@code Z} and everything that is no letter stand for
 * themselves.
 */
final class TimePattern implements TimeText {
    private static final String WIDE = "yyyyMMddHHmmss";
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
            throw new Refusal(
                    ExitStatus.USAGE,
                    "'" + pattern + "' is not a time format: expected yyyy, MM, dd, HH, mm, perhaps ss and S, as in"
                            + " 'yyyyMMdd HH:mm:ss.SSS', or ms-of-day, epoch-s, epoch-ms, epoch-us, epoch-ns");
        }
    }

    @Override
    public long epochNs(String text) throws BadValue {
        Scan scan = new Scan(text);
        int year = 1970;
        int month = 1;
        int day = 1;
        int hour = 0;
        int minute = 0;
        int second = 0;
        int nano = 0;
        for (int i = 0; i < pattern.length(); ) {
            char c = pattern.charAt(i);
            int width = width(i);
            switch (c) {
                case 'y' -> year = scan.digits(width);
                case 'M' -> month = scan.digits(width);
                case 'd' -> day = scan.digits(width);
                case 'H' -> hour = scan.digits(width);
                case 'm' -> minute = scan.digits(width);
                case 's' -> second = scan.digits(width);
                case 'S' -> nano = scan.fraction();
                default -> scan.literal(c);
            }
            i += width;
        }
        scan.end();
        try {
            long dayNs = Math.multiplyExact(LocalDate.of(year, month, day).toEpochDay(), WallClock.DAY_NS);
            return clock.epochNs(
                    dayNs + LocalTime.of(hour, minute, second, nano).toNanoOfDay(), text);
        } catch (DateTimeException | ArithmeticException impossible) {
            throw new BadValue("time", text, "is no date and time of the calendar; expected " + pattern);
        }
    }

    private int width(int from) {
        char c = pattern.charAt(from);
        int to = from + 1;
        while (to < pattern.length() && pattern.charAt(to) == c && (c == 'S' || WIDE.indexOf(c) >= 0)) {
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
