package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;

/** Part of a FIX message, with the sum of its bytes for the checksum. Immutable. */
public final class MessagePart {
    /** Separator of fields. */
    public static final char SOH = 1;

    private final byte[] bytes;
    private final int sum;

    private MessagePart(byte[] bytes, int sum) {
        this.bytes = bytes;
        this.sum = sum;
    }

    /** Creates a part from a text with {@code |} for SOH. For values from outside use {@link #literal}. */
    public static MessagePart of(String text) {
        return literal(text.replace('|', SOH));
    }

    /** Creates a part from a text with SOH. A {@code |} in it is a character of a value. */
    public static MessagePart literal(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
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
