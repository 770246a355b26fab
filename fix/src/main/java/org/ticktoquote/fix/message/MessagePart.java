package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;

/** Part of a FIX message, with the sum of its bytes for the checksum. Immutable. */
public final class MessagePart {
    private final byte[] bytes;
    private final int sum;

    private MessagePart(byte[] bytes, int sum) {
        this.bytes = bytes;
        this.sum = sum;
    }

    /** Creates a part from a text with {@code |} for SOH. */
    public static MessagePart of(String text) {
        byte[] bytes = text.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1);
        int sum = 0;
        for (byte each : bytes) {
            sum += each & 0xff;
        }
        return new MessagePart(bytes, sum);
    }

    /** Returns the bytes, which must stay unchanged. */
    public byte[] bytes() {
        return bytes;
    }

    public int sum() {
        return sum;
    }

    public int length() {
        return bytes.length;
    }
}
