package org.ticktoquote.fix.message;

/**
 * Formats UTC times to the millisecond for FIX, such as {@code 20261122-17:04:44.480}, for SendingTime (52) and others.
 * Formats once per millisecond. Does not allocate. One thread at a time.
 */
public final class SendingTime {
    /** Length of the text in bytes. */
    public static final int LENGTH = 21;
    /** Length in bytes of the date at the start of the text. */
    public static final int DATE_LENGTH = 8;
    /** Index of the time of day. */
    public static final int TIME_AT = DATE_LENGTH + 1;

    private static final int MINUTE_AT = TIME_AT + 3;
    private static final int SECOND_AT = MINUTE_AT + 3;
    private static final int MILLIS_AT = SECOND_AT + 3;
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final long SECONDS_PER_DAY = 86_400;

    private final byte[] text = MessagePart.of("00000000-00:00:00.000").bytes();
    private long day = Long.MIN_VALUE;
    private long second = Long.MIN_VALUE;
    private long millis = Long.MIN_VALUE;
    private int sum;

    /** Returns the text of a time from the year 0 to 9999, valid until the next call. */
    public byte[] at(long epochMs) {
        if (epochMs != millis) {
            millis = epochMs;
            second(Math.floorDiv(epochMs, MILLIS_PER_SECOND));
            int rest = (int) Math.floorMod(epochMs, MILLIS_PER_SECOND);
            text[MILLIS_AT] = (byte) ('0' + rest / 100);
            putTwo(MILLIS_AT + 1, rest % 100);
            sum = 0;
            for (byte each : text) {
                sum += each;
            }
        }
        return text;
    }

    private void second(long newSecond) {
        if (newSecond == second) {
            return;
        }
        second = newSecond;
        day(Math.floorDiv(newSecond, SECONDS_PER_DAY));
        int ofDay = (int) Math.floorMod(newSecond, SECONDS_PER_DAY);
        int minutes = ofDay / SECONDS_PER_MINUTE;
        putTwo(TIME_AT, minutes / SECONDS_PER_MINUTE);
        putTwo(MINUTE_AT, minutes % SECONDS_PER_MINUTE);
        putTwo(SECOND_AT, ofDay % SECONDS_PER_MINUTE);
    }

    /**
     * Computes the date in the proleptic Gregorian calendar, whose 400 years have 146,097 days. Years begin in March
     * here (Hinnant, chrono-Compatible Low-Level Date Algorithms, {@code civil_from_days}).
     */
    private void day(long newDay) {
        if (newDay == day) {
            return;
        }
        day = newDay;
        long fromYear0 = newDay + 719_468;
        long era = Math.floorDiv(fromYear0, 146_097);
        int ofEra = Math.floorMod(fromYear0, 146_097);
        int yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int fromMarch = (5 * ofYear + 2) / 153;
        int month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
        int year = (int) (era * 400) + yearOfEra + (month <= 2 ? 1 : 0);
        putTwo(0, year / 100);
        putTwo(2, year % 100);
        putTwo(4, month);
        putTwo(6, ofYear - (153 * fromMarch + 2) / 5 + 1);
    }

    private void putTwo(int at, int number) {
        text[at] = (byte) ('0' + number / 10);
        text[at + 1] = (byte) ('0' + number % 10);
    }

    /** Returns the sum of the bytes of the last text. */
    public int sum() {
        return sum;
    }
}
