package org.ticktoquote.benchmarks;

import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/** The bytes of a typical snapshot, 35=W with two entries and an echoed id, 205 bytes; its number can be counted up. */
final class SnapshotMessage {
    private static final String BODY = "35=W|34=000000002|49=PRICING|52=20261120-14:12:00.123456|56=CLIENT-07|"
            + "262=t2q-07-subscription|55=EUR/USD|268=2|269=0|278=123456|270=1.10011|271=1000000|"
            + "269=1|270=1.10013|271=1000000|";

    final byte[] bytes = message(BODY);
    final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private final int lastDigit = new String(bytes, StandardCharsets.US_ASCII).indexOf("34=000000002") + 11;
    private int sum = sum(bytes, bytes.length - "10=000|".length());

    /** A FIX 4.4 message with length and checksum; {@code |} stands for SOH. */
    static byte[] message(String body) {
        String text = "8=FIX.4.4|9=" + body.length() + "|" + body + "10=000|";
        byte[] bytes = text.replace('|', '\u0001').getBytes(StandardCharsets.US_ASCII);
        putChecksum(bytes, sum(bytes, bytes.length - "10=000|".length()));
        return bytes;
    }

    /** Adds one to MsgSeqNum (34). */
    void count() {
        int digit = lastDigit;
        while (bytes[digit] == '9') {
            bytes[digit--] = '0';
            sum -= 9;
        }
        bytes[digit]++;
        sum++;
        putChecksum(bytes, sum);
    }

    private static int sum(byte[] bytes, int length) {
        int sum = 0;
        for (int i = 0; i < length; i++) {
            sum += bytes[i];
        }
        return sum;
    }

    private static void putChecksum(byte[] bytes, int sum) {
        int checksum = sum & 0xff;
        bytes[bytes.length - 4] = (byte) ('0' + checksum / 100);
        bytes[bytes.length - 3] = (byte) ('0' + checksum / 10 % 10);
        bytes[bytes.length - 2] = (byte) ('0' + checksum % 10);
    }
}
