package org.ticktoquote.benchmarks;

import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/** Bytes of a typical snapshot (35=W, 205 bytes) with two entries and an echoed id, or of another message with a price. */
final class SnapshotMessage {
    private static final String HEADER = "|34=000000002|49=PRICING|52=20261120-14:12:00.123456|56=CLIENT-07|";

    final byte[] bytes;
    final UnsafeBuffer buffer;
    private final int lastDigit;
    private int sum;

    SnapshotMessage() {
        this(
                "W",
                "262=t2q-07-subscription|55=EUR/USD|268=2|269=0|278=123456|270=1.10011|271=1000000|"
                        + "269=1|270=1.10013|271=1000000|");
    }

    private SnapshotMessage(String type, String body) {
        bytes = message("35=" + type + HEADER + body);
        buffer = new UnsafeBuffer(bytes);
        lastDigit = new String(bytes, StandardCharsets.US_ASCII).indexOf("34=000000002") + 11;
        sum = sum(bytes, bytes.length - "10=000|".length());
    }

    /** Creates a 35=X with the same two entries as changes of a book. */
    static SnapshotMessage refresh() {
        return new SnapshotMessage(
                "X",
                "262=t2q-07-subscription|268=2|279=1|269=0|278=4711|55=EUR/USD|270=1.10011|271=1000000|299=123456|"
                        + "279=1|269=1|278=4712|55=EUR/USD|270=1.10013|271=1000000|");
    }

    /** Creates a quote (35=S) with the same price. */
    static SnapshotMessage quote() {
        return new SnapshotMessage(
                "S",
                "131=t2q-07-subscription|117=4711|299=123456|55=EUR/USD|132=1.10011|133=1.10013|134=1000000|"
                        + "135=1000000|");
    }

    /** Creates a mass quote (35=i) with one entry of the same price. */
    static SnapshotMessage massQuote() {
        return new SnapshotMessage(
                "i",
                "131=t2q-07-subscription|117=4711|296=1|302=1|304=1|295=1|299=123456|55=EUR/USD|132=1.10011|"
                        + "133=1.10013|134=1000000|135=1000000|");
    }

    /** Creates a FIX 4.4 message with length and checksum; {@code |} is replaced by SOH. */
    static byte[] message(String body) {
        String text = "8=FIX.4.4|9=" + body.length() + "|" + body + "10=000|";
        byte[] bytes = text.replace('|', '\u0001').getBytes(StandardCharsets.US_ASCII);
        putChecksum(bytes, sum(bytes, bytes.length - "10=000|".length()));
        return bytes;
    }

    /** Increments MsgSeqNum (34). */
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
