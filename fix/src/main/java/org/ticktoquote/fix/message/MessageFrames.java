package org.ticktoquote.fix.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Cuts what one connection receives into FIX messages by BodyLength (9); what is none is left out up to where the next may
 * begin. So is a message with a wrong length of {@linkplain DataFields data}; separators inside data are covered. One thread.
 */
public final class MessageFrames {
    /** A request of a thousand pairs is a tenth of it. */
    public static final int LONGEST_MESSAGE = 128 * 1024;

    private static final byte SOH = 1;
    private static final int TRAILER_LENGTH = 7;
    private static final int MOST_DIGITS = 6;
    private static final int INCOMPLETE = -1;
    private static final int NONE = -2;

    private byte[] bytes = new byte[1024];
    private int filled;
    private long leftOut;
    private String fault = "";

    /**
     * Takes the bytes of one read and hands on the messages that end in it.
     *
     * @return whether what comes can still be a message: not one longer than {@value #LONGEST_MESSAGE} bytes
     */
    public boolean read(ByteBuffer read, Consumer<String> messages) {
        fault = "";
        int length = read.remaining();
        if (filled + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, filled + length));
        }
        read.get(bytes, filled, length);
        filled += length;
        int from = 0;
        while (from < filled) {
            int end = end(from);
            if (end == INCOMPLETE) {
                break;
            }
            if (end == NONE) {
                int next = nextBegin(from + 1);
                leftOut += next - from;
                from = next;
            } else {
                take(from, end, messages);
                from = end;
            }
        }
        System.arraycopy(bytes, from, bytes, 0, filled - from);
        filled -= from;
        return filled <= LONGEST_MESSAGE;
    }

    private void take(int from, int end, Consumer<String> messages) {
        String wrong = DataFields.cover(bytes, from, end);
        if (wrong.isEmpty()) {
            messages.accept(new String(bytes, from, end - from, StandardCharsets.ISO_8859_1));
        } else {
            fault = wrong;
            leftOut += end - from;
        }
    }

    /** What is wrong with a length of data in the last read; empty where nothing is. */
    public String fault() {
        return fault;
    }

    /** How many bytes were no message so far. */
    public long leftOut() {
        return leftOut;
    }

    /** Where the message that begins at an index ends. */
    private int end(int start) {
        if (!is(start, '8') || !is(start + 1, '=')) {
            return start + 1 < filled || !is(start, '8') ? NONE : INCOMPLETE;
        }
        int length = start + 2;
        while (length < filled && bytes[length] != SOH) {
            length++;
        }
        if (length + 2 >= filled) {
            return INCOMPLETE;
        }
        if (!is(length + 1, '9') || !is(length + 2, '=')) {
            return NONE;
        }
        int at = length + 3;
        int bodyLength = 0;
        while (at < filled && bytes[at] >= '0' && bytes[at] <= '9' && at < length + 3 + MOST_DIGITS) {
            bodyLength = 10 * bodyLength + bytes[at++] - '0';
        }
        if (at == filled) {
            return INCOMPLETE;
        }
        int end = at + 1 + bodyLength + TRAILER_LENGTH;
        if (bytes[at] != SOH || bodyLength > LONGEST_MESSAGE) {
            return NONE;
        }
        if (end > filled) {
            return INCOMPLETE;
        }
        boolean trailer = is(end - TRAILER_LENGTH, '1') && is(end - TRAILER_LENGTH + 1, '0') && is(end - 1, SOH);
        return trailer ? end : NONE;
    }

    private boolean is(int at, int expected) {
        return at < filled && bytes[at] == expected;
    }

    private int nextBegin(int from) {
        for (int at = from; at < filled; at++) {
            if (bytes[at] == '8') {
                return at;
            }
        }
        return filled;
    }
}
