package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;

/** FIX's UTCTimeOnly, {@code HH:MM:SS} with up to nine digits behind a point, as nanoseconds since midnight. */
final class TimeOfDay {
    private static final int SECONDS_END = "12:30:00".length();
    private static final int MOST_DIGITS = 9;
    private static final int RADIX = 10;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int PER_MINUTE = 60;
    private static final int HOURS = 24;

    private TimeOfDay() {}

    /** The time between two places; {@link SnapshotRecord#NO_ID} when there is none. Allocates nothing. */
    static long read(byte[] bytes, int from, int to) {
        int length = to - from;
        boolean whole = length == SECONDS_END;
        boolean fraction =
                length > SECONDS_END + 1 && length <= SECONDS_END + 1 + MOST_DIGITS && bytes[from + SECONDS_END] == '.';
        if (!whole && !fraction || bytes[from + 2] != ':' || bytes[from + 5] != ':') {
            return SnapshotRecord.NO_ID;
        }
        int hours = pair(bytes, from);
        int minutes = pair(bytes, from + 3);
        int seconds = pair(bytes, from + 6);
        long behind = whole ? 0 : fraction(bytes, from + SECONDS_END + 1, to);
        boolean sound = hours >= 0 && hours < HOURS && minutes >= 0 && minutes < PER_MINUTE && seconds >= 0;
        if (!sound || seconds > PER_MINUTE || behind < 0) { // 60 is a leap second
            return SnapshotRecord.NO_ID;
        }
        return ((long) (hours * PER_MINUTE + minutes) * PER_MINUTE + seconds) * NS_PER_SECOND + behind;
    }

    private static int pair(byte[] bytes, int at) {
        int tens = digit(bytes[at]);
        int ones = digit(bytes[at + 1]);
        return tens < 0 || ones < 0 ? -1 : tens * RADIX + ones;
    }

    private static long fraction(byte[] bytes, int from, int to) {
        long value = 0;
        for (int i = 0; i < MOST_DIGITS; i++) {
            int digit = from + i < to ? digit(bytes[from + i]) : 0;
            if (digit < 0) {
                return -1;
            }
            value = value * RADIX + digit;
        }
        return value;
    }

    private static int digit(byte character) {
        return character >= '0' && character <= '9' ? character - '0' : -1;
    }
}
