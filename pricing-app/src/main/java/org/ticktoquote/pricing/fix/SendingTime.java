package org.ticktoquote.pricing.fix;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;

/** SendingTime (52) to the millisecond, {@code 20261122-17:04:44.480}, formatted once a millisecond; one thread at a time. */
final class SendingTime {
    static final int LENGTH = 21;
    private static final DateTimeFormatter TO_THE_SECOND =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.").withZone(ZoneOffset.UTC);
    private static final int MILLIS_AT = LENGTH - 3;

    private final byte[] text = new byte[LENGTH];
    private long second = Long.MIN_VALUE;
    private int sumToTheSecond;
    private int sum;
    private long millis = Long.MIN_VALUE;

    /** The text of a time; valid until the next call. */
    byte[] at(long epochMs) {
        if (epochMs != millis) {
            millis = epochMs;
            long newSecond = Math.floorDiv(epochMs, TimeUnit.SECONDS.toMillis(1));
            if (newSecond != second) {
                second = newSecond;
                Chars formatted = Chars.of(TO_THE_SECOND.format(Instant.ofEpochSecond(second)));
                System.arraycopy(formatted.bytes(), 0, text, 0, formatted.length());
                sumToTheSecond = formatted.sum();
            }
            int rest = (int) Math.floorMod(epochMs, TimeUnit.SECONDS.toMillis(1));
            text[MILLIS_AT] = (byte) ('0' + rest / 100);
            text[MILLIS_AT + 1] = (byte) ('0' + rest / 10 % 10);
            text[MILLIS_AT + 2] = (byte) ('0' + rest % 10);
            sum = sumToTheSecond + text[MILLIS_AT] + text[MILLIS_AT + 1] + text[MILLIS_AT + 2];
        }
        return text;
    }

    /** Of the bytes of the last text. */
    int sum() {
        return sum;
    }
}
