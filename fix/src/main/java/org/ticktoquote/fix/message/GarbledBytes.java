package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Explains why received bytes are not a FIX message. Error path only; allocates. */
final class GarbledBytes {
    private static final int MAX_SHOWN = 40;
    private static final int TLS_ALERT = 0x15;
    private static final int TLS_HANDSHAKE = 0x16;
    private static final int TLS_VERSION = 3;

    private final byte[] bytes;
    private final int start;
    private final int limit;

    private GarbledBytes(byte[] bytes, int start, int limit) {
        this.bytes = bytes;
        this.start = start;
        this.limit = limit;
    }

    /**
     * Explains why no message begins at an index.
     *
     * @param limit index after the last received byte. Up to eight bytes after it are read
     */
    static String text(byte[] bytes, int start, int limit, FixFrame frame) {
        return new GarbledBytes(bytes, start, limit).text(frame);
    }

    private String text(FixFrame frame) {
        int trailer = frame.trailer(bytes, start, limit);
        int digits = frame.bodyLength(bytes, start, limit);
        if (trailer >= 0) {
            return String.format(
                    Locale.ROOT,
                    "CheckSum (10) is %s, expected %03d",
                    shown(trailer + 3, trailer + 6),
                    FixFrame.checkSum(bytes, start, trailer));
        }
        if (trailer == FixFrame.TOO_LONG) {
            return "BodyLength (9) is " + shown(digits, end(digits)) + ": the message exceeds the limit of "
                    + MessageFramer.MAX_LENGTH + " bytes";
        }
        if (digits >= 0) {
            return "BodyLength (9) is " + shown(digits, end(digits)) + ", expected CheckSum (10) after that many bytes";
        }
        if (startsWith("8=FIX")) {
            return "BeginString (8) is " + shown(start + 2, end(start + 2)) + ", expected " + frame.expected()
                    + " followed by BodyLength (9)";
        }
        return foreign() + shown(start, Math.min(limit, start + MAX_SHOWN));
    }

    /** Names the protocol that the bytes belong to, if it is a known one. */
    private String foreign() {
        boolean tls = limit - start > 1
                && (bytes[start] == TLS_ALERT || bytes[start] == TLS_HANDSHAKE)
                && bytes[start + 1] == TLS_VERSION;
        if (tls) {
            return "the counterparty uses TLS and the session template has no 'tls': ";
        }
        return startsWith("HTTP/") ? "the counterparty uses HTTP: " : "";
    }

    private boolean startsWith(String text) {
        byte[] head = text.getBytes(StandardCharsets.US_ASCII);
        return limit - start >= head.length
                && text.equals(new String(bytes, start, head.length, StandardCharsets.ISO_8859_1));
    }

    /** Returns the end of a field's value, or of its first {@value #MAX_SHOWN} bytes. */
    private int end(int from) {
        int at = from;
        while (at < limit && at < from + MAX_SHOWN && bytes[at] != FixFrame.SEPARATOR) {
            at++;
        }
        return at;
    }

    /** Returns bytes in quotes, with unprintable ones as {@code \x01}. */
    private String shown(int from, int to) {
        StringBuilder text = new StringBuilder("'");
        for (int i = from; i < to; i++) {
            boolean printable = bytes[i] >= ' ' && bytes[i] <= '~';
            text.append(
                    printable ? Character.toString(bytes[i]) : String.format(Locale.ROOT, "\\x%02x", bytes[i] & 0xff));
        }
        return text.append('\'').toString();
    }
}
