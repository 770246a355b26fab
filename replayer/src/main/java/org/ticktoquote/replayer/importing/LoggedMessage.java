package org.ticktoquote.replayer.importing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.fix.message.AsciiNumber;
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.TagTable;

/**
 * A FIX message in a line of a log, with the separators that it had on the wire. They are SOH, or what an engine or a logger
 * writes instead: whatever is between BeginString (8) and BodyLength (9). One thread.
 */
final class LoggedMessage {
    private static final byte SOH = 1;
    private static final int LONGEST_SEPARATOR = 8;
    private static final int LONGEST_NUMBER = 10;
    private static final byte[] BEGIN = "8=FIX".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "9=".getBytes(StandardCharsets.US_ASCII);
    private static final int SENDER = 1;
    private static final int TARGET = 2;
    private static final int SENDING_TIME = 3;

    private final MessageFramer framer = MessageFramer.ofAnyVersion(Edge.LAST_BYTE);
    private final FieldReader fields = new FieldReader(TagTable.of(Map.of(49, SENDER, 56, TARGET, 52, SENDING_TIME)));
    private final String[] header = new String[SENDING_TIME + 1];
    private byte[] bytes = new byte[4096];
    private int length;
    private int next;

    /** Where the next message may begin, or -1. */
    int find(byte[] line, int from, int end) {
        return indexOf(BEGIN, line, from, end);
    }

    private static int indexOf(byte[] what, byte[] in, int from, int end) {
        int at = from;
        while (at < end && !isAt(what, in, at, end)) {
            at++;
        }
        return at < end ? at : -1;
    }

    private static boolean isAt(byte[] what, byte[] in, int at, int end) {
        return at + what.length <= end && Arrays.equals(in, at, at + what.length, what, 0, what.length);
    }

    /** Reads the message that begins at an index, and returns whether it is sound. */
    boolean read(byte[] line, int begin, int end) {
        next = begin + BEGIN.length;
        int version = next;
        while (version < end && isVersion(line[version])) {
            version++;
        }
        int nine = indexOf(LENGTH, line, version, Math.min(end, version + LONGEST_SEPARATOR + LENGTH.length));
        if (nine <= version) {
            return false;
        }
        int after = restore(line, begin, version - begin, Arrays.copyOfRange(line, version, nine), end);
        framer.resynchronise();
        framer.read(new UnsafeBuffer(bytes), 0, length, 0);
        if (framer.messages() != 1 || framer.start(0) != 0) {
            return false;
        }
        next = after;
        Arrays.fill(header, "");
        fields.wrap(framer.bytes(), 0, framer.end(0));
        for (int field = fields.next(); field != FieldReader.END; field = fields.next()) {
            header[field] = header[field].isEmpty() ? fields.text() : header[field];
        }
        return !sender().isEmpty() && !target().isEmpty();
    }

    private static boolean isVersion(byte each) {
        return each == '.' || each >= '0' && each <= '9' || each >= 'A' && each <= 'Z';
    }

    /** Puts SOH where the separators are, up to the end by BodyLength (9); returns where the rest of the line begins. */
    private int restore(byte[] line, int begin, int version, byte[] separator, int end) {
        int digits = version + 1 + LENGTH.length;
        int separators = 0;
        int last = digits + LONGEST_NUMBER;
        int at = begin;
        length = 0;
        while (at < end && length < last) {
            boolean separates = isAt(separator, line, at, end);
            put(separates ? SOH : line[at]);
            at += separates ? separator.length : 1;
            if (separates && ++separators == 2) {
                long body = Math.min(AsciiNumber.digits(bytes, digits, length - 1), MessageFramer.MAX_LENGTH);
                last = length + (int) body + MessageFramer.TRAILER_LENGTH - 1;
            }
        }
        put(SOH); // the last separator, which the end of a line may be
        return isAt(separator, line, at, end) ? at + separator.length : at;
    }

    private void put(byte each) {
        if (length + Long.BYTES >= bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        bytes[length++] = each;
    }

    /** Where the search for the next message goes on. */
    int next() {
        return next;
    }

    /** The message as it was on the wire, from 0. */
    DirectBuffer buffer() {
        return framer.buffer();
    }

    int length() {
        return framer.end(0);
    }

    /** SenderCompID (49). */
    String sender() {
        return header[SENDER];
    }

    /** TargetCompID (56). */
    String target() {
        return header[TARGET];
    }

    /** SendingTime (52); empty where there is none. */
    String sendingTime() {
        return header[SENDING_TIME];
    }
}
