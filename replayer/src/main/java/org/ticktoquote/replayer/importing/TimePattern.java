package org.ticktoquote.replayer.importing;

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

    /**
     * What stands at a place of the text.
     *
     * @param part among {@link #LETTERS}, -1 for a character that stands for itself
     */
    private record Step(int part, char character, int width) {}

    private final String pattern;
    private final WallClock clock;
    private final Step[] steps;
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
        for (int i = 0; i < pattern.length(); ) {
            char c = pattern.charAt(i);
            int part = LETTERS.indexOf(c);
            int to = i + 1;
            while (part >= 0 && to < pattern.length() && pattern.charAt(to) == c) {
                to++;
            }
            steps.add(new Step(part, c, to - i));
            i = to;
        }
        return steps.toArray(Step[]::new);
    }

    @Override
    public long epochNs(String text) throws BadValue {
        int[] parts = parts(text);
        try {
            long timeOfDayNs =
                    LocalTime.of(parts[3], parts[4], parts[5], parts[6]).toNanoOfDay();
            return clock.epochNs(midnightNs(parts[0], parts[1], parts[2]) + timeOfDayNs, text);
        } catch (DateTimeException | ArithmeticException impossible) {
            throw new BadValue("time", text, "is no date and time of the calendar; expected " + pattern);
        }
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

    /** The numbers in a text, in the order of {@link #LETTERS}. */
    private int[] parts(String text) throws BadValue {
        int[] parts = new int[LETTERS.length()];
        Scan scan = new Scan(text);
        for (int i = 0; i < steps.length; i++) {
            Step step = steps[i];
            if (step.part() >= 0) {
                parts[step.part()] = step.character() == FRACTION ? scan.fraction() : scan.digits(step.width());
            } else if (isPointOfFraction(i) && !scan.isAt(POINT)) {
                i++; // a whole second
            } else {
                scan.literal(step.character());
            }
        }
        scan.end();
        return parts;
    }

    private boolean isPointOfFraction(int step) {
        return steps[step].character() == POINT && step + 1 < steps.length && steps[step + 1].character() == FRACTION;
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

        boolean isAt(char c) {
            return at < text.length() && text.charAt(at) == c;
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
