package org.ticktoquote.fix.message;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ticktoquote.core.price.Price;

/**
 * A FIX message that is written once and then completed, as often as needed, with a sequence number and a sending time.
 *
 * <p>The caller writes the fields after MsgSeqNum (34) between {@link #begin} and {@link #complete}. {@link #complete} adds
 * the fields before them, which depend on length and number, and the trailer. One thread at a time. Allocates only if a
 * message is longer than all before it.
 */
public final class MessageEncoder {
    private static final int BODY_AT = 64;
    private static final int TRAILER_LENGTH = 7;
    private static final int TYPICAL_LENGTH = 512;
    private static final int TYPICAL_TIMES = 8;
    private static final int SPARE = TRAILER_LENGTH + 20;
    private static final byte SOH = 1;
    private static final MessagePart CHECK_SUM = MessagePart.of("10=");
    private static final MessagePart LENGTH = MessagePart.of("|9=");
    private static final MessagePart NUMBER = MessagePart.of("|34=");
    private static final int MAX_DECIMALS = 9;
    private static final long[] POWERS = powers();

    private final MessagePart beginString;
    private final SendingTime leaving = new SendingTime();
    private byte[] bytes = new byte[TYPICAL_LENGTH];
    private ByteBuffer completed = ByteBuffer.allocateDirect(TYPICAL_LENGTH);
    private int end = BODY_AT;
    private int sum;
    /** Position, first character and length of each part of the time that {@link #complete} fills in. */
    private int[] reserved = new int[3 * TYPICAL_TIMES];

    private int reservedCount;

    private static long[] powers() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /** @param beginString BeginString (8) of the messages, such as {@code FIX.4.4} */
    public MessageEncoder(String beginString) {
        this.beginString = MessagePart.of("8=" + beginString);
    }

    /** Returns the MsgType (35) in the form that {@link #complete} takes. */
    public static MessagePart type(String messageType) {
        return MessagePart.of("|35=" + messageType);
    }

    public void begin() {
        end = BODY_AT;
        sum = 0;
        reservedCount = 0;
    }

    /** Returns whether the message has no fields yet. */
    public boolean isEmpty() {
        return end == BODY_AT;
    }

    private void ensure(int length) {
        if (end + length + SPARE > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * (end + length + SPARE));
        }
    }

    public void put(MessagePart chars) {
        int length = chars.length();
        ensure(length);
        System.arraycopy(chars.bytes(), 0, bytes, end, length);
        end += length;
        sum += chars.sum();
    }

    private void put(byte value) {
        bytes[end++] = value;
        sum += value;
    }

    /** Writes a non-negative number in decimal. */
    public void putNumber(long number) {
        ensure(0);
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
            bytes[place] = digit;
            digitSum += digit;
            rest /= 10;
        }
        return digitSum;
    }

    /** Writes a {@link Price} with at least this number of decimals, and more if it needs them. */
    public void putPrice(long price, int decimals) {
        ensure(MAX_DECIMALS);
        if (price < 0) {
            put((byte) '-');
        }
        long units = Math.abs(price);
        putNumber(units / Price.SCALE);
        long fraction = units % Price.SCALE;
        int shown = decimals;
        while (shown < MAX_DECIMALS && fraction % POWERS[MAX_DECIMALS - shown] != 0) {
            shown++;
        }
        if (shown > 0) {
            ensure(MAX_DECIMALS);
            put((byte) '.');
            end += shown;
            sum += digitsBefore(end, shown, fraction / POWERS[MAX_DECIMALS - shown]);
        }
    }

    /** Reserves room for a part of the {@link SendingTime}, which {@link #complete} fills in. */
    public void reserveTime(int from, int length) {
        ensure(length);
        if (3 * reservedCount == reserved.length) {
            reserved = Arrays.copyOf(reserved, 2 * reserved.length);
        }
        reserved[3 * reservedCount] = end;
        reserved[3 * reservedCount + 1] = from;
        reserved[3 * reservedCount++ + 2] = length;
        end += length;
    }

    /** Writes a part of the text of a known time. */
    public void putTime(byte[] text, int from, int length) {
        ensure(length);
        System.arraycopy(text, from, bytes, end, length);
        end += length;
        sum += sum(text, from, length);
    }

    /**
     * Completes the message. It can be completed again with another number and time.
     *
     * @param type result of {@link #type}
     * @param sequence MsgSeqNum (34)
     * @param nowMs time that fills the room of {@link #reserveTime}, ms since 1970
     * @return the message, from position to limit of a direct buffer, valid until the next call
     */
    public ByteBuffer complete(MessagePart type, long sequence, long nowMs) {
        int start = finish(type, sequence, nowMs);
        int length = end + TRAILER_LENGTH - start;
        if (completed.capacity() < length) {
            completed = ByteBuffer.allocateDirect(bytes.length);
        }
        return completed.clear().put(bytes, start, length).flip();
    }

    /** Completes the message and appends it to a send queue. */
    public void complete(MessagePart type, long sequence, long nowMs, SendQueue out) {
        int start = finish(type, sequence, nowMs);
        int length = end + TRAILER_LENGTH - start;
        out.begin(length);
        out.put(bytes, start, length);
        out.end();
    }

    /** Writes the header, the reserved times and the trailer. Returns the start of the message. */
    private int finish(MessagePart type, long sequence, long nowMs) {
        int total = sum + putReserved(leaving.at(nowMs));
        int digits = digits(sequence);
        total += digitsBefore(BODY_AT, digits, sequence);
        int at = putBefore(BODY_AT - digits, NUMBER);
        at = putBefore(at, type);
        int bodyLength = end - at - 1; // the SOH before 35 ends BodyLength
        int lengthDigits = digits(bodyLength);
        total += digitsBefore(at, lengthDigits, bodyLength);
        at = putBefore(at - lengthDigits, LENGTH);
        at = putBefore(at, beginString);
        total += NUMBER.sum() + type.sum() + LENGTH.sum() + beginString.sum();
        System.arraycopy(CHECK_SUM.bytes(), 0, bytes, end, CHECK_SUM.length());
        digitsBefore(end + TRAILER_LENGTH - 1, 3, total & 0xff);
        bytes[end + TRAILER_LENGTH - 1] = SOH;
        return at;
    }

    private int putReserved(byte[] time) {
        int timeSum = 0;
        for (int i = 0; i < 3 * reservedCount; i += 3) {
            int from = reserved[i + 1];
            int length = reserved[i + 2];
            System.arraycopy(time, from, bytes, reserved[i], length);
            timeSum += length == time.length ? leaving.sum() : sum(time, from, length);
        }
        return timeSum;
    }

    private static int sum(byte[] text, int from, int length) {
        int sum = 0;
        for (int at = from; at < from + length; at++) {
            sum += text[at];
        }
        return sum;
    }

    private int putBefore(int at, MessagePart chars) {
        int from = at - chars.length();
        System.arraycopy(chars.bytes(), 0, bytes, from, chars.length());
        return from;
    }
}
