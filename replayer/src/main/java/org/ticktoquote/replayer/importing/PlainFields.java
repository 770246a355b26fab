package org.ticktoquote.replayer.importing;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a line as nearly all lines are: ASCII without quotes, nothing but spaces around a field. They stay where they
 * are, in the bytes of the line. What is otherwise takes {@link FieldSplitter}. Not thread-safe.
 */
final class PlainFields {
    /** No number of a plain line: it takes a closer look to say what it is. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private static final int MOST = 64;
    /** Digits that a long holds whatever they are. */
    private static final int CERTAIN_DIGITS = 18;

    private final char delimiter;
    private final int[] from = new int[MOST];
    private final int[] to = new int[MOST];
    private byte[] bytes = {};
    private int count;

    PlainFields(char delimiter) {
        this.delimiter = delimiter;
    }

    /** Takes a line; false where it is no plain one. */
    boolean split(byte[] line, int begin, int end) {
        bytes = line;
        count = 0;
        int start = begin;
        for (int i = begin; i < end; i++) {
            byte c = line[i];
            if (c == delimiter) {
                if (!add(start, i)) {
                    return false;
                }
                start = i + 1;
            } else if (c < ' ' || c == '"') { // below are also the bytes of what is not ASCII
                return false;
            }
        }
        return add(start, end);
    }

    private boolean add(int begin, int end) {
        if (count == MOST) {
            return false;
        }
        int first = begin;
        int last = end;
        while (first < last && bytes[first] == ' ') {
            first++;
        }
        while (first < last && bytes[last - 1] == ' ') {
            last--;
        }
        from[count] = first;
        to[count] = last;
        count++;
        return true;
    }

    int count() {
        return count;
    }

    boolean isEmpty(int place) {
        return from[place] == to[place];
    }

    /** The instrument that a field stands for, null where it is not known. */
    @Nullable
    String instrument(int place, KnownSymbols symbols) {
        return symbols.instrument(bytes, from[place], to[place]);
    }

    /** A number without a sign times {@code 10^decimals}; {@link #UNKNOWN} where it is no such number, or not an exact one. */
    long scaled(int place, int decimals, char mark) {
        int end = to[place];
        int point = -1;
        long value = 0;
        for (int i = from[place]; i < end; i++) {
            byte c = bytes[i];
            if (c >= '0' && c <= '9') {
                value = value * 10 + (c - '0');
            } else if (c == mark && point < 0) {
                point = i;
            } else {
                return UNKNOWN;
            }
        }
        int given = point < 0 ? 0 : end - 1 - point;
        int digits = end - from[place] - (point < 0 ? 0 : 1);
        if (digits == 0 || given > decimals || digits + decimals - given > CERTAIN_DIGITS) {
            return UNKNOWN;
        }
        for (int i = given; i < decimals; i++) {
            value *= 10;
        }
        return value;
    }

    /** A time; {@link #UNKNOWN} where it takes a closer look. */
    long epochNs(int place, TimeText time) {
        return time.plainEpochNs(bytes, from[place], to[place]);
    }
}
