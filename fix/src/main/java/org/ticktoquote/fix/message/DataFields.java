package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * FIX fields whose value can contain any byte, including separators. A length field announces the number of bytes.
 *
 * <p>The data field follows its length field directly. Its tag is the next number, except for 89 after 93. Stateless.
 * Allocates only for the text of a fault. Source: fields of type DATA in FIX 4.2 to 5.0 SP2 and FIXT 1.1.
 */
public final class DataFields {
    /** Result if the length is not a number, or no separator follows the data. */
    public static final int WRONG = -1;

    private static final int SIGNATURE_LENGTH = 93;
    private static final int SIGNATURE = 89;
    private static final List<Integer> LENGTHS = List.of(
            90, 93, 95, 212, 348, 350, 352, 354, 356, 358, 360, 362, 364, 445, 618, 621, 1184, 1277, 1280, 1282, 1397,
            1401, 1403, 1468);
    private static final byte SOH = 1;
    private static final byte SHOWN = '?';
    private static final int TRAILER_LENGTH = 7;
    private static final int MAX_DIGITS = 9;
    private static final int MAX_SHOWN = 20;
    private static final int MAX_TAG = 1468;
    private static final byte[][] DATA = data();

    private DataFields() {}

    /** Returns the tag and equals sign of each data field, by the tag of its length field. */
    private static byte[][] data() {
        byte[][] begins = new byte[MAX_TAG + 1][];
        dataByLength().forEach((length, data) -> begins[length] = (data + "=").getBytes(StandardCharsets.US_ASCII));
        return begins;
    }

    /** Returns the tags of data fields by the tags of their length fields. */
    public static Map<Integer, Integer> dataByLength() {
        Map<Integer, Integer> data = new HashMap<>();
        LENGTHS.forEach(length -> data.put(length, length == SIGNATURE_LENGTH ? SIGNATURE : length + 1));
        return data;
    }

    /**
     * Returns the index of the separator that ends the announced data, or {@link #WRONG}. If no data field follows the length
     * field, returns {@code separator}.
     *
     * @param field start of the length field
     * @param separator end of the length field
     * @param limit end of the message's fields
     */
    public static int end(byte[] bytes, int field, int separator, int limit) {
        int value = field;
        int tag = 0;
        while (value < separator && bytes[value] >= '0' && bytes[value] <= '9' && tag <= MAX_TAG) {
            tag = 10 * tag + bytes[value++] - '0';
        }
        byte[] data = bytes[value] == '=' && tag <= MAX_TAG ? DATA[tag] : null;
        return data == null || !follows(bytes, separator + 1, limit, data)
                ? separator
                : end(separator + 1 + data.length, length(bytes, value + 1, separator), bytes, limit);
    }

    private static boolean follows(byte[] bytes, int at, int limit, byte[] begin) {
        if (limit - at < begin.length) {
            return false;
        }
        for (int i = 0; i < begin.length; i++) {
            if (bytes[at + i] != begin[i]) {
                return false;
            }
        }
        return true;
    }

    private static int length(byte[] bytes, int from, int to) {
        int length = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return WRONG;
            }
            length = 10 * length + digit;
        }
        return to > from && to - from <= MAX_DIGITS ? length : WRONG;
    }

    private static int end(int from, int length, byte[] bytes, int limit) {
        boolean right = length >= 0 && length < limit - from && bytes[from + length] == SOH;
        return right ? from + length : WRONG;
    }

    /** Explains to the user why a length field is invalid. */
    public static String fault(byte[] bytes, int field, int separator) {
        String text = new String(bytes, field, Math.min(separator - field, MAX_SHOWN), StandardCharsets.US_ASCII);
        int equals = Math.max(0, text.indexOf('='));
        int tag = Integer.parseInt(text.substring(0, equals));
        return "the length field " + tag + " is '" + text.substring(equals + 1).replaceAll("[^ -~]", "?")
                + "': expected the number of bytes of the data field "
                + dataByLength().get(tag) + " after it";
    }

    /**
     * Makes a message readable for parsers that do not know data fields. Replaces each separator inside data with {@code ?}
     * and adjusts the CheckSum (10).
     *
     * @param start index of the first byte of the message, which ends with a CheckSum of three digits
     * @return the fault of a length field, or empty
     */
    public static String maskSeparators(byte[] bytes, int start, int end) {
        int trailer = end - TRAILER_LENGTH;
        int covered = 0;
        int field = start;
        for (int at = start; at < trailer; at++) {
            if (bytes[at] != SOH) {
                continue;
            }
            int dataEnd = end(bytes, field, at, trailer);
            if (dataEnd == WRONG) {
                return fault(bytes, field, at);
            }
            for (int data = at + 1; data < dataEnd; data++) {
                if (bytes[data] == SOH) {
                    bytes[data] = SHOWN;
                    covered++;
                }
            }
            at = dataEnd;
            field = at + 1;
        }
        if (covered > 0) {
            addToCheckSum(bytes, trailer, covered * (SHOWN - SOH));
        }
        return "";
    }

    /** Adds to the CheckSum (10) rather than recalculating it, so that a wrong one stays wrong. */
    private static void addToCheckSum(byte[] bytes, int trailer, int added) {
        int sum = 0;
        for (int at = trailer + 3; at < trailer + 6; at++) {
            sum = 10 * sum + bytes[at] - '0';
        }
        sum = sum + added & 0xff;
        bytes[trailer + 3] = (byte) ('0' + sum / 100);
        bytes[trailer + 4] = (byte) ('0' + sum / 10 % 10);
        bytes[trailer + 5] = (byte) ('0' + sum % 10);
    }
}
