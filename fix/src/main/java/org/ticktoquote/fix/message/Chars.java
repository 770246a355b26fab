package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;

/** A piece of a FIX message, and the sum of its bytes for the checksum. Immutable. */
public final class Chars {
    private final byte[] bytes;
    private final int sum;

    private Chars(byte[] bytes, int sum) {
        this.bytes = bytes;
        this.sum = sum;
    }

    /** Of a text in which {@code |} stands for SOH. */
    public static Chars of(String text) {
        byte[] bytes = text.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1);
        int sum = 0;
        for (byte each : bytes) {
            sum += each & 0xff;
        }
        return new Chars(bytes, sum);
    }

    /** Not to be changed. */
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
