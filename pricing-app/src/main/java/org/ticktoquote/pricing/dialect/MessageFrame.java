package org.ticktoquote.pricing.dialect;

import org.ticktoquote.fix.message.Chars;
import org.ticktoquote.fix.message.OutBuffer;
import org.ticktoquote.fix.message.SendingTime;
import quickfix.SessionID;

/**
 * What stands around the pieces of a session's price message: header, length and checksum.
 *
 * <p>Begin, add the pieces in their order, end. One thread at a time; no allocation.
 */
final class MessageFrame {
    private static final Chars CHECK_SUM = Chars.of("10=");
    private static final int TRAILER_LENGTH = 7;
    private static final int MOST_PIECES = 8;
    private static final byte SOH = 1;

    private final Chars begin;
    private final Chars sender;
    private final String target;
    private final SendingTime time = new SendingTime();
    private final byte[][] pieces = new byte[MOST_PIECES][];
    private final int[] lengths = new int[MOST_PIECES];
    private Chars type = CHECK_SUM;
    private int count;
    private int length;
    private int sum;

    /** @param header further fields of it, each with its separator */
    MessageFrame(SessionID session, String header) {
        this.begin = Chars.of("8=" + session.getBeginString() + "|9=");
        this.sender = Chars.of("|" + header + "49=" + session.getSenderCompID() + "|52=");
        this.target = "|56=" + session.getTargetCompID() + "|";
    }

    /** A type of message, for {@link #begin}. */
    static Chars type(String messageType) {
        return Chars.of("|35=" + messageType + "|34=");
    }

    /** What every message's first piece begins with. */
    String target() {
        return target;
    }

    void begin(Chars messageType) {
        type = messageType;
        count = 0;
        length = 0;
        sum = 0;
    }

    void add(Chars piece) {
        add(piece.bytes(), piece.length(), piece.sum());
    }

    /** Bytes that do not change before {@link #end}. */
    void add(byte[] bytes, int bytesLength, int bytesSum) {
        pieces[count] = bytes;
        lengths[count++] = bytesLength;
        length += bytesLength;
        sum += bytesSum;
    }

    /** Writes the message. */
    void end(OutBuffer out, long sequence, long nowMs) {
        byte[] now = time.at(nowMs);
        int bodyLength = type.length()
                - 1 // its first SOH ends BodyLength
                + OutBuffer.digits(sequence)
                + sender.length()
                + SendingTime.LENGTH
                + length;
        out.begin(begin.length() + OutBuffer.digits(bodyLength) + 1 + bodyLength + TRAILER_LENGTH);
        out.put(begin.bytes());
        int all = sum + begin.sum() + out.putNumber(bodyLength);
        out.put(type.bytes());
        all += type.sum() + out.putNumber(sequence);
        out.put(sender.bytes());
        out.put(now);
        all += sender.sum() + time.sum();
        for (int i = 0; i < count; i++) {
            out.put(pieces[i], lengths[i]);
        }
        out.put(CHECK_SUM.bytes());
        out.putThreeDigits(all & 0xff);
        out.put(SOH);
        out.end();
    }
}
