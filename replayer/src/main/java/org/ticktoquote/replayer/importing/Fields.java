package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Fields of a line of text, as offsets into its bytes. Strips surrounding white space and double quotes. A doubled quote
 * inside quotes is one quote. Not thread-safe.
 */
final class Fields {
    private static final char QUOTE = '"';
    private final byte[] delimiter;
    private int[] from = new int[16];
    private int[] to = new int[16];
    private byte[] bytes = {};
    private byte[] unquoted = {};
    private int count;

    Fields(char delimiter) {
        this.delimiter = String.valueOf(delimiter).getBytes(StandardCharsets.UTF_8);
    }

    static List<String> of(String line, char delimiter) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        Fields fields = new Fields(delimiter);
        fields.split(bytes, 0, bytes.length);
        return IntStream.range(0, fields.count).mapToObj(fields::text).toList();
    }

    /** Splits a line, whose bytes must not change while its fields are read. */
    void split(byte[] line, int begin, int end) {
        bytes = line;
        count = 0;
        int start = begin;
        for (int i = begin; i < end; i++) {
            if (line[i] == QUOTE) {
                splitQuoted(line, begin, end);
                return;
            }
            if (line[i] == delimiter[0] && isDelimiter(line, i, end)) {
                add(start, i);
                i += delimiter.length - 1;
                start = i + 1;
            }
        }
        add(start, end);
    }

    private void splitQuoted(byte[] line, int begin, int end) {
        if (unquoted.length < end - begin) {
            unquoted = new byte[end - begin];
        }
        bytes = unquoted;
        count = 0;
        int start = 0;
        int at = 0;
        boolean inside = false;
        for (int i = begin; i < end; i++) {
            if (line[i] == QUOTE && !(inside && i + 1 < end && line[i + 1] == QUOTE)) {
                inside = !inside;
            } else if (!inside && isDelimiter(line, i, end)) {
                add(start, at);
                i += delimiter.length - 1;
                start = at;
            } else {
                unquoted[at++] = line[i];
                i += line[i] == QUOTE ? 1 : 0;
            }
        }
        add(start, at);
    }

    private boolean isDelimiter(byte[] line, int at, int end) {
        int length = delimiter.length;
        return line[at] == delimiter[0]
                && (length == 1 || at + length <= end && Arrays.equals(line, at, at + length, delimiter, 0, length));
    }

    private void add(int begin, int end) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
        }
        int first = begin;
        int last = end;
        while (first < last && isSpace(bytes[first])) {
            first++;
        }
        while (first < last && isSpace(bytes[last - 1])) {
            last--;
        }
        if (first < last && (bytes[first] < 0 || bytes[last - 1] < 0)) {
            String text = new String(bytes, first, last - first, StandardCharsets.UTF_8);
            last -= length(text.substring(text.stripTrailing().length()));
            first +=
                    length(text.substring(0, text.length() - text.stripLeading().length()));
        }
        from[count] = first;
        to[count++] = Math.max(first, last);
    }

    private static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns true for ASCII white space. */
    static boolean isSpace(byte c) {
        return c == ' ' || c >= '\t' && c <= '\r' || c >= 0x1C && c <= 0x1F;
    }

    int count() {
        return count;
    }

    boolean isEmpty(int place) {
        return from[place] == to[place];
    }

    String text(int place) {
        return new String(bytes, from[place], to[place] - from[place], StandardCharsets.UTF_8);
    }

    boolean is(int place, byte[] text) {
        return Arrays.equals(bytes, from[place], to[place], text, 0, text.length);
    }

    byte[] copy(int place) {
        return Arrays.copyOfRange(bytes, from[place], to[place]);
    }

    /** Returns a number times {@code 10^decimals}, or {@link Decimal#UNKNOWN}. */
    long scaled(int place, int decimals, char mark) {
        return Decimal.scaled(bytes, from[place], to[place], decimals, mark);
    }

    /** Returns a time in nanoseconds since 1970-01-01 UTC. */
    long epochNs(int place, TimeText time) throws BadValue {
        return time.epochNs(bytes, from[place], to[place]);
    }
}
