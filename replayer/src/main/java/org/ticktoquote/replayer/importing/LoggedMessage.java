package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A FIX message in a line of a log, with the separators that it had on the wire. They are SOH, or what an engine or a logger
 * writes instead: whatever is between BeginString (8) and BodyLength (9). One thread.
 */
final class LoggedMessage {
    private static final byte SOH = 1;
    private static final int LONGEST_SEPARATOR = 8;
    private static final int LONGEST_BODY = 128 * 1024;
    private static final int TRAILER = 7;
    private static final byte[] BEGIN = "8=FIX".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "9=".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CHECKSUM = "10=".getBytes(StandardCharsets.US_ASCII);
    private static final int SENDER = 49;
    private static final int TARGET = 56;
    private static final int SENDING_TIME = 52;

    private byte[] bytes = new byte[4096];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int length;
    private int next;
    private String sender = "";
    private String target = "";
    private String sendingTime = "";

    /** Where the next message may begin, or -1. */
    int find(byte[] line, int from, int end) {
        return indexOf(BEGIN, line, from, end);
    }

    private static int indexOf(byte[] what, byte[] in, int from, int end) {
        for (int at = from; at + what.length <= end; at++) {
            if (in[at] == what[0] && Arrays.equals(in, at, at + what.length, what, 0, what.length)) {
                return at;
            }
        }
        return -1;
    }

    /** Reads the message that begins at an index, and returns whether it is sound. */
    boolean read(byte[] line, int begin, int end) {
        next = begin + BEGIN.length;
        int at = begin + BEGIN.length;
        while (at < end && isVersion(line[at])) {
            at++;
        }
        int nine = indexOf(LENGTH, line, at, Math.min(end, at + LONGEST_SEPARATOR + LENGTH.length));
        if (nine <= at) {
            return false;
        }
        length = 0;
        put(line, begin, at);
        put(SOH);
        return body(line, nine, end, Arrays.copyOfRange(line, at, nine)) && header();
    }

    private static boolean isVersion(byte each) {
        return each == '.' || each >= '0' && each <= '9' || each >= 'A' && each <= 'Z';
    }

    /** From BodyLength (9) to CheckSum (10), by that length. */
    private boolean body(byte[] line, int nine, int end, byte[] separator) {
        int at = nine + LENGTH.length;
        int body = 0;
        while (at < end && line[at] >= '0' && line[at] <= '9' && body <= LONGEST_BODY) {
            body = 10 * body + line[at++] - '0';
        }
        if (body == 0 || body > LONGEST_BODY || !isAt(separator, line, at, end)) {
            return false;
        }
        put(line, nine, at);
        put(SOH);
        at += separator.length;
        int last = length + body + TRAILER - 1;
        while (at < end && length < last) {
            if (isAt(separator, line, at, end)) {
                put(SOH);
                at += separator.length;
            } else {
                put(line[at++]);
            }
        }
        if (length < last || !isAt(CHECKSUM, bytes, last - TRAILER + 1, last) || bytes[last - TRAILER] != SOH) {
            return false;
        }
        put(SOH);
        next = isAt(separator, line, at, end) ? at + separator.length : at;
        return checkSumAgrees();
    }

    private static boolean isAt(byte[] what, byte[] in, int at, int end) {
        return at + what.length <= end && Arrays.equals(in, at, at + what.length, what, 0, what.length);
    }

    private boolean checkSumAgrees() {
        int sum = 0;
        int trailer = length - TRAILER;
        for (int at = 0; at < trailer; at++) {
            sum += bytes[at] & 0xff;
        }
        int stated = 0;
        for (int at = trailer + CHECKSUM.length; at < length - 1; at++) {
            stated = 10 * stated + bytes[at] - '0';
        }
        return (sum & 0xff) == stated;
    }

    /** CompIDs and SendingTime; whether there are CompIDs. */
    private boolean header() {
        sender = "";
        target = "";
        sendingTime = "";
        int tag = 0;
        for (int at = 0; at < length && (sender.isEmpty() || target.isEmpty() || sendingTime.isEmpty()); at++) {
            if (bytes[at] != '=') {
                tag = 10 * tag + bytes[at] - '0';
                continue;
            }
            int end = at + 1;
            while (bytes[end] != SOH) {
                end++;
            }
            String value = tag == SENDER || tag == TARGET || tag == SENDING_TIME
                    ? new String(bytes, at + 1, end - at - 1, StandardCharsets.US_ASCII)
                    : "";
            switch (tag) {
                case SENDER -> sender = value;
                case TARGET -> target = value;
                case SENDING_TIME -> sendingTime = value;
                default -> {
                    // another field
                }
            }
            tag = 0;
            at = end;
        }
        return !sender.isEmpty() && !target.isEmpty();
    }

    private void put(byte[] from, int begin, int end) {
        for (int at = begin; at < end; at++) {
            put(from[at]);
        }
    }

    private void put(byte each) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
            buffer.wrap(bytes);
        }
        bytes[length++] = each;
    }

    /** Where the search for the next message goes on. */
    int next() {
        return next;
    }

    /** The message as it was on the wire, from 0. */
    DirectBuffer buffer() {
        return buffer;
    }

    int length() {
        return length;
    }

    /** SenderCompID (49). */
    String sender() {
        return sender;
    }

    /** TargetCompID (56). */
    String target() {
        return target;
    }

    /** SendingTime (52); empty where there is none. */
    String sendingTime() {
        return sendingTime;
    }
}
