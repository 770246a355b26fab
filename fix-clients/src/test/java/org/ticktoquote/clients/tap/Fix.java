package org.ticktoquote.clients.tap;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** FIX messages as readable literals: {@code |} for SOH; length and checksum are added. */
public final class Fix {
    private Fix() {}

    public static byte[] message(String body) {
        return message("FIX.4.4", body);
    }

    public static byte[] message(String beginString, String body) {
        String head = "8=" + beginString + "|9=" + body.length() + "|";
        byte[] counted = bytes(head + body);
        int sum = 0;
        for (byte b : counted) {
            sum += b & 0xff;
        }
        return bytes(head + body + String.format(Locale.ROOT, "10=%03d|", sum % 256));
    }

    public static byte[] bytes(String text) {
        return text.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1);
    }

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).replace('\u0001', '|');
    }

    public static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }
}
