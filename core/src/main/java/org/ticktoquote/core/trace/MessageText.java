package org.ticktoquote.core.trace;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Formats a message for the user: FIX with {@code |} for SOH and without secrets, anything else in hexadecimal. */
public final class MessageText {
    private static final char SOH = 1;
    /** RawData, Password, NewPassword, EncryptedPassword, EncryptedNewPassword. */
    private static final Set<String> SECRET = Set.of("96", "554", "925", "1402", "1404");

    /** Tags of the lengths of secrets that are data, by the tag of the secret. */
    private static final Map<String, String> LENGTHS = Map.of("96", "95", "1402", "1401", "1404", "1403");

    private static final String HIDDEN = "***";
    private static final byte[] FIX = "8=FIX".getBytes(StandardCharsets.ISO_8859_1);

    private MessageText() {}

    /**
     * Formats the bytes between position and limit. Does not move either.
     *
     * @param secretTags tags with secrets, in addition to those of the FIX standard
     */
    static String of(ByteBuffer message, Set<String> secretTags) {
        byte[] bytes = new byte[message.remaining()];
        message.duplicate().get(bytes);
        boolean fix = bytes.length > FIX.length && Arrays.equals(bytes, 0, FIX.length, FIX, 0, FIX.length);
        return fix
                ? ofFix(new String(bytes, StandardCharsets.ISO_8859_1), secretTags)
                : HexFormat.of().formatHex(bytes);
    }

    private static String ofFix(String message, Set<String> secretTags) {
        StringBuilder text = new StringBuilder(message.length());
        String plain = message.replace('|', '/');
        String field = "";
        for (int from = 0; from <= plain.length(); from += field.length() + 1) {
            field = plain.substring(from, end(plain, from, field));
            String tag = tag(field);
            text.append(SECRET.contains(tag) || secretTags.contains(tag) ? tag + "=" + HIDDEN : field)
                    .append('|');
        }
        return text.substring(0, text.length() - 1).replaceAll("[\\x00-\\x1f\\x7f-\\x9f]", "?");
    }

    /** Returns the end of a field. Secret data can contain SOH, and the field before them is their length. */
    private static int end(String message, int from, String before) {
        int separator = message.indexOf(SOH, from);
        int end = separator < 0 ? message.length() : separator;
        String tag = tag(message.substring(from, end));
        if (before.matches(LENGTHS.getOrDefault(tag, "none") + "=[0-9]{1,9}")) {
            int length = Integer.parseInt(before.substring(before.indexOf('=') + 1));
            int endOfData = from + tag.length() + 1 + length;
            if (endOfData < message.length() && message.charAt(endOfData) == SOH) {
                return endOfData;
            }
        }
        return end;
    }

    private static String tag(String field) {
        return field.substring(0, Math.max(0, field.indexOf('=')));
    }

    /** Returns the value of the first field with a tag in a formatted FIX message, or empty if there is none. */
    public static String field(String text, int tag) {
        return fields(text).getOrDefault(tag, "");
    }

    /** Returns the first field of each tag in a formatted FIX message. */
    public static SortedMap<Integer, String> fields(String text) {
        SortedMap<Integer, String> fields = new TreeMap<>();
        for (String field : text.split("\\|", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0 && field.substring(0, equals).matches("[0-9]{1,6}")) {
                fields.putIfAbsent(Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
            }
        }
        return fields;
    }
}
