package org.ticktoquote.benchmarks.peers;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Snapshots of one session, of constant length, with increasing MsgSeqNum (34) and tick id. Not thread-safe. */
final class CountedMessage {
    /** Length of a snapshot to a client with a name of nine characters. */
    static final int LENGTH = new CountedMessage("CLIENT-00").bytes.length;

    private static final int DIGITS = 9;
    private static final int TRAILER_LENGTH = 7;

    private final byte[] bytes;
    private final int number;
    private final int id;
    private int sum;

    CountedMessage(String client) {
        bytes = of("35=W|34=000000001|49=PRICING|52=20261120-14:12:00.123|56=" + client
                + "|262=r|55=EUR/USD|268=2|269=0|278=000000001|270=1.10011|271=1000000|269=1|270=1.10013|271=1000000|");
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        number = text.indexOf("34=000000001") + 2 + DIGITS;
        id = text.indexOf("278=000000001") + 3 + DIGITS;
        for (int i = 0; i < bytes.length - TRAILER_LENGTH; i++) {
            sum += bytes[i];
        }
    }

    /** Creates a FIX 4.4 message with length and checksum; {@code |} is replaced by SOH. */
    static byte[] of(String body) {
        String text = ("8=FIX.4.4|9=" + body.length() + "|" + body).replace('|', '\u0001');
        int sum = text.chars().sum() & 0xff;
        return (text + String.format(Locale.ROOT, "10=%03d\u0001", sum)).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the next snapshot, valid until the next call. The first one has number 2. */
    byte[] next() {
        count(number);
        count(id);
        int at = bytes.length - TRAILER_LENGTH + 3;
        bytes[at] = (byte) ('0' + (sum & 0xff) / 100);
        bytes[at + 1] = (byte) ('0' + (sum & 0xff) / 10 % 10);
        bytes[at + 2] = (byte) ('0' + (sum & 0xff) % 10);
        return bytes;
    }

    private void count(int lastDigit) {
        int digit = lastDigit;
        while (bytes[digit] == '9') {
            bytes[digit--] = '0';
            sum -= 9;
        }
        bytes[digit]++;
        sum++;
    }
}
