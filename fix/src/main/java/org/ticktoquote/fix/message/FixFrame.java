package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Finds the end of a FIX message from {@code 8=FIX...|9=length|}, and checks its trailer and checksum.
 *
 * <p>One thread at a time. Does not allocate, except for {@link #whyGarbled}. Source: FIX session layer. BodyLength (9)
 * counts the bytes after its own field up to and including the separator before {@code 10=}. CheckSum (10) is the sum of all
 * bytes before it modulo 256.
 */
final class FixFrame {
    /** The bytes so far are a valid beginning. */
    static final int INCOMPLETE = -1;
    /** The bytes are not a FIX message. */
    static final int BROKEN = -2;
    /** The message is longer than {@link MessageFramer#MAX_LENGTH}. */
    static final int TOO_LONG = -3;

    static final byte SEPARATOR = 1;

    private static final int TRAILER_LENGTH = MessageFramer.TRAILER_LENGTH;
    private static final int MAX_LENGTH_DIGITS = 9;
    private static final int MAX_VERSION_LENGTH = 16;
    private static final int MAX_SHOWN = 40;
    private static final int TLS_ALERT = 0x15;
    private static final int TLS_HANDSHAKE = 0x16;
    private static final int TLS_VERSION = 3;
    private static final long TRAILER = '1' | '0' << 8 | '=' << 16 | (long) SEPARATOR << 48;
    private static final long TRAILER_MASK = 0x00ff000000ffffffL;

    private final byte[] begin;
    private final boolean anyVersion;
    /** Describes the BeginString (8) of the messages. */
    private final String expected;

    private int body;
    /** First 8 bytes of the last message's prefix through {@code 9=}. Only cached if the prefix has 9 to 16 bytes. */
    private long first;

    /** The other bytes of the prefix. */
    private long second;

    private long secondMask;
    private int firstLength = Integer.MAX_VALUE / 2;

    private FixFrame(String begin, boolean anyVersion, String expected) {
        this.expected = expected;
        this.begin = begin.getBytes(StandardCharsets.US_ASCII);
        this.anyVersion = anyVersion;
    }

    /** Creates a parser of messages with this BeginString (8), such as {@code FIX.4.4}. */
    static FixFrame of(String beginString) {
        return new FixFrame("8=" + beginString + (char) SEPARATOR + "9=", false, "'" + beginString + "'");
    }

    /** Creates a parser of messages of all versions. */
    static FixFrame ofAnyVersion() {
        return new FixFrame("8=FIX", true, "a version of FIX");
    }

    /**
     * Returns the index of the trailer of the message that begins at {@code start}, or one of the negative constants. Reads
     * up to eight bytes beyond the limit.
     */
    int trailer(byte[] bytes, int start, int limit) {
        if (limit - start >= firstLength
                && EightBytes.at(bytes, start) == first
                && (EightBytes.at(bytes, start + EightBytes.LENGTH) & secondMask) == second) {
            return trailerFromLength(bytes, start + firstLength, limit);
        }
        int digits = bodyLength(bytes, start, limit);
        if (digits < 0) {
            return digits;
        }
        remember(bytes, start, digits - start);
        return trailerFromLength(bytes, digits, limit);
    }

    private void remember(byte[] bytes, int start, int length) {
        if (length > EightBytes.LENGTH
                && length <= 2 * EightBytes.LENGTH
                && start + 2 * EightBytes.LENGTH <= bytes.length) {
            first = EightBytes.at(bytes, start);
            secondMask = EightBytes.first(-1, length - EightBytes.LENGTH);
            second = EightBytes.at(bytes, start + EightBytes.LENGTH) & secondMask;
            firstLength = length;
        }
    }

    /** Returns the index of the digits of BodyLength (9), or one of the negative constants. */
    int bodyLength(byte[] bytes, int start, int limit) {
        int at = start + begin.length;
        if (!mayBegin(bytes, start, limit)) {
            return BROKEN;
        }
        if (at > limit) {
            return INCOMPLETE;
        }
        return anyVersion ? bodyLengthAfterVersion(bytes, at, limit) : at;
    }

    private static int bodyLengthAfterVersion(byte[] bytes, int from, int limit) {
        int at = from;
        while (at < limit && bytes[at] != SEPARATOR) {
            if (bytes[at] == '=' || ++at - from > MAX_VERSION_LENGTH) {
                return BROKEN;
            }
        }
        boolean tag = at + 1 >= limit || bytes[at + 1] == '9';
        boolean equals = at + 2 >= limit || bytes[at + 2] == '=';
        if (!tag || !equals) {
            return BROKEN;
        }
        return at + 2 < limit ? at + 3 : INCOMPLETE;
    }

    private int trailerFromLength(byte[] bytes, int digits, int limit) {
        int at = digits;
        int length = 0;
        while (at < limit && bytes[at] != SEPARATOR) {
            int digit = bytes[at++] - '0';
            if (digit < 0 || digit > 9 || at - digits > MAX_LENGTH_DIGITS) {
                return BROKEN;
            }
            length = length * 10 + digit;
        }
        if (at == limit) {
            return INCOMPLETE;
        }
        body = at + 1;
        return at == digits || length == 0 ? BROKEN : shapedTrailer(bytes, at + 1, length, limit);
    }

    private static int shapedTrailer(byte[] bytes, int body, int length, int limit) {
        if (length > MessageFramer.MAX_LENGTH) {
            return TOO_LONG;
        }
        int trailer = body + length;
        if (trailer + TRAILER_LENGTH > limit) {
            return INCOMPLETE;
        }
        boolean shaped = bytes[trailer - 1] == SEPARATOR && (EightBytes.at(bytes, trailer) & TRAILER_MASK) == TRAILER;
        return shaped ? trailer : BROKEN;
    }

    /** Returns the start of the body of the message that {@link #trailer} found, which is after BodyLength (9). */
    int body() {
        return body;
    }

    /** Returns whether the bytes received so far can begin a message. */
    boolean mayBegin(byte[] bytes, int start, int limit) {
        int length = Math.min(begin.length, limit - start);
        return Arrays.equals(bytes, start, start + length, begin, 0, length);
    }

    /** Returns the next index from {@code from} on at which a message can begin, or {@code limit}. */
    int nextBegin(byte[] bytes, int from, int limit) {
        for (int at = from; at < limit; at++) {
            if (bytes[at] == begin[0] && mayBegin(bytes, at, limit)) {
                return at;
            }
        }
        return limit;
    }

    /** Returns whether the trailer states the sum of all bytes before it. */
    static boolean checkSumAgrees(byte[] bytes, int start, int trailer) {
        return checkSum(bytes, start, trailer) == statedCheckSum(bytes, trailer);
    }

    /** Returns the sum modulo 256. The loop is separate because summing within another loop costs more than twice as much. */
    static int checkSum(byte[] bytes, int from, int to) {
        int at = from;
        int sum = 0;
        while (to - at >= EightBytes.LENGTH) {
            long sums = 0;
            int last = Math.min(to, at + EightBytes.WORDS_OF_SUMS * EightBytes.LENGTH) - EightBytes.LENGTH;
            for (; at <= last; at += EightBytes.LENGTH) {
                sums += EightBytes.sums(EightBytes.at(bytes, at));
            }
            sum += EightBytes.total(sums);
        }
        return sum + EightBytes.total(EightBytes.sums(EightBytes.first(EightBytes.at(bytes, at), to - at))) & 0xff;
    }

    private static int statedCheckSum(byte[] bytes, int trailer) {
        return (bytes[trailer + 3] - '0') * 100 + (bytes[trailer + 4] - '0') * 10 + bytes[trailer + 5] - '0';
    }

    /**
     * Explains why no message begins at an index. For errors only; allocates.
     *
     * @param limit index after the last received byte. Up to eight bytes after it are read
     */
    String whyGarbled(byte[] bytes, int start, int limit) {
        int trailer = trailer(bytes, start, limit);
        int digits = bodyLength(bytes, start, limit);
        if (trailer >= 0) {
            return String.format(
                    Locale.ROOT,
                    "CheckSum (10) is %s, expected %03d",
                    shown(bytes, trailer + 3, trailer + 6),
                    checkSum(bytes, start, trailer));
        }
        if (trailer == TOO_LONG) {
            return "BodyLength (9) is " + shownValue(bytes, digits, limit) + ": the message exceeds the limit of "
                    + MessageFramer.MAX_LENGTH + " bytes";
        }
        if (digits >= 0) {
            return "BodyLength (9) is " + shownValue(bytes, digits, limit)
                    + ", expected CheckSum (10) after that many bytes";
        }
        if (startsWith("8=FIX", bytes, start, limit)) {
            return "BeginString (8) is " + shownValue(bytes, start + 2, limit) + ", expected " + expected
                    + " followed by BodyLength (9)";
        }
        return foreign(bytes, start, limit) + shown(bytes, start, Math.min(limit, start + MAX_SHOWN));
    }

    /** Names the protocol that the bytes belong to, if it is a known one. */
    private static String foreign(byte[] bytes, int start, int limit) {
        boolean tls = limit - start > 1
                && (bytes[start] == TLS_ALERT || bytes[start] == TLS_HANDSHAKE)
                && bytes[start + 1] == TLS_VERSION;
        if (tls) {
            return "the counterparty uses TLS and the session template has no 'tls': ";
        }
        return startsWith("HTTP/", bytes, start, limit) ? "the counterparty uses HTTP: " : "";
    }

    private static boolean startsWith(String text, byte[] bytes, int start, int limit) {
        return limit - start >= text.length()
                && text.equals(new String(bytes, start, text.length(), StandardCharsets.ISO_8859_1));
    }

    /** Returns a field's value, or its first {@value #MAX_SHOWN} bytes, as {@link #shown}. */
    private static String shownValue(byte[] bytes, int from, int limit) {
        int at = from;
        while (at < limit && at < from + MAX_SHOWN && bytes[at] != SEPARATOR) {
            at++;
        }
        return shown(bytes, from, at);
    }

    /** Returns bytes in quotes, with unprintable ones as {@code \x01}. */
    private static String shown(byte[] bytes, int from, int to) {
        StringBuilder text = new StringBuilder("'");
        for (int i = from; i < to; i++) {
            boolean printable = bytes[i] >= ' ' && bytes[i] <= '~';
            text.append(
                    printable ? Character.toString(bytes[i]) : String.format(Locale.ROOT, "\\x%02x", bytes[i] & 0xff));
        }
        return text.append('\'').toString();
    }
}
