package org.ticktoquote.replayer.venue;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.Chars;

/**
 * One FIX message that is written from its sender's CompID on; what stands before, and depends on its length, is put there last,
 * when its number is known. Not thread-safe; does not allocate.
 */
final class MessageBytes {
    private static final int BODY_AT = 64;
    private static final int TRAILER_LENGTH = 7;
    private static final byte SOH = 1;
    private static final Chars CHECK_SUM = Chars.of("10=");
    private static final Chars LENGTH = Chars.of("|9=");
    private static final Chars NUMBER = Chars.of("|34=");
    private static final int MOST_DECIMALS = 9;
    private static final long[] POWERS = powers();

    private final ByteBuffer bytes;
    private final UnsafeBuffer buffer;
    private int end = BODY_AT;
    private final int[] leftAt;
    private final int[] leftFrom;
    private final int[] leftLength;
    private int left;
    private int sum;

    private static long[] powers() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /**
     * A message.
     *
     * @param longest bytes of its body
     * @param times most that are left out until the end
     */
    MessageBytes(int longest, int times) {
        this.leftAt = new int[times];
        this.leftFrom = new int[times];
        this.leftLength = new int[times];
        this.bytes = ByteBuffer.allocateDirect(BODY_AT + longest + TRAILER_LENGTH);
        this.buffer = new UnsafeBuffer(bytes);
    }

    /** Begins anew. */
    void begin() {
        end = BODY_AT;
        sum = 0;
        left = 0;
    }

    void put(Chars chars) {
        buffer.putBytes(end, chars.bytes());
        end += chars.length();
        sum += chars.sum();
    }

    private void put(byte value) {
        buffer.putByte(end++, value);
        sum += value;
    }

    /** A number that is not negative, in decimal. */
    void putNumber(long number) {
        int digits = digits(number);
        end += digits;
        sum += digitsBefore(end, digits, number);
    }

    private static int digits(long number) {
        int digits = 1;
        while (digits < POWERS.length && number >= POWERS[digits]) {
            digits++;
        }
        return digits;
    }

    private int digitsBefore(int at, int digits, long number) {
        long rest = number;
        int digitSum = 0;
        for (int place = at - 1; place >= at - digits; place--) {
            byte digit = (byte) ('0' + rest % 10);
            buffer.putByte(place, digit);
            digitSum += digit;
            rest /= 10;
        }
        return digitSum;
    }

    /** A price with so many decimals, and more where it has them. */
    void putPrice(long price, int decimals) {
        if (price < 0) {
            put((byte) '-');
        }
        long units = Math.abs(price);
        putNumber(units / Price.SCALE);
        long fraction = units % Price.SCALE;
        int shown = decimals;
        while (shown < MOST_DECIMALS && fraction % POWERS[MOST_DECIMALS - shown] != 0) {
            shown++;
        }
        if (shown > 0) {
            put((byte) '.');
            end += shown;
            sum += digitsBefore(end, shown, fraction / POWERS[MOST_DECIMALS - shown]);
        }
    }

    /** Leaves room for a part of the text of the time that is known at the end. */
    void leaveTime(int from, int length) {
        leftAt[left] = end;
        leftFrom[left] = from;
        leftLength[left] = length;
        left++;
        end += length;
    }

    /** A part of the text of a time. */
    void putTime(byte[] text, int from, int length) {
        for (int at = from; at < from + length; at++) {
            put(text[at]);
        }
    }

    /** Length of the body so far, without type and number. */
    int length() {
        return end - BODY_AT;
    }

    /**
     * Completes the message; may be done again with another number.
     *
     * @param begin {@code 8=FIX.4.4}
     * @param type {@code |35=W}
     * @param time goes where {@link #leaveTime} was called
     * @return the message, from its position to its limit
     */
    ByteBuffer complete(Chars begin, Chars type, int sequence, byte[] time) {
        int total = sum + putLeft(time);
        int digits = digits(sequence);
        total += digitsBefore(BODY_AT, digits, sequence);
        int at = before(BODY_AT - digits, NUMBER);
        at = before(at, type);
        int bodyLength = end - at - 1; // the SOH before 35 ends BodyLength
        int lengthDigits = digits(bodyLength);
        total += digitsBefore(at, lengthDigits, bodyLength);
        at = before(at - lengthDigits, LENGTH);
        at = before(at, begin);
        total += NUMBER.sum() + type.sum() + LENGTH.sum() + begin.sum();
        trail(total);
        return bytes.limit(end + TRAILER_LENGTH).position(at);
    }

    private int putLeft(byte[] time) {
        int timeSum = 0;
        for (int i = 0; i < left; i++) {
            buffer.putBytes(leftAt[i], time, leftFrom[i], leftLength[i]);
            for (int at = leftFrom[i]; at < leftFrom[i] + leftLength[i]; at++) {
                timeSum += time[at];
            }
        }
        return timeSum;
    }

    private int before(int at, Chars chars) {
        int from = at - chars.length();
        buffer.putBytes(from, chars.bytes());
        return from;
    }

    private void trail(int total) {
        buffer.putBytes(end, CHECK_SUM.bytes());
        int check = total & 0xff;
        int at = end + CHECK_SUM.length();
        buffer.putByte(at, (byte) ('0' + check / 100));
        buffer.putByte(at + 1, (byte) ('0' + check / 10 % 10));
        buffer.putByte(at + 2, (byte) ('0' + check % 10));
        buffer.putByte(at + 3, SOH);
    }
}
