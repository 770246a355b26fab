package org.ticktoquote.clients.tap;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;

/**
 * The few fields of a FIX message that the tap needs, taken from its bytes in one pass.
 *
 * <p>The best bid is the highest, the best ask the lowest of all entries (269=0, 269=1), wherever they stand; a
 * side without an entry is {@link Price#NONE}. The echoed id and the symbol are the first of their tags. One thread; no
 * allocation. Data fields with separators inside are not expected in the messages of a price feed.
 */
final class FixFields {
    static final long NO_NUMBER = -1;

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private final Symbols symbols;
    private final EchoedId echo;
    private final int symbolTag;
    private final int echoTag;

    private char type;
    private long sequence;
    private long newSequence;
    private boolean possDup;
    private boolean gapFill;
    private boolean symbolSeen;
    private boolean echoSeen;
    private int instrument;
    private long tickId;
    private final TopOfBook top = new TopOfBook();
    private int requestAt;
    private int requestLength;

    FixFields(Symbols symbols, EchoedId echo) {
        this.symbols = symbols;
        this.echo = echo;
        this.symbolTag = symbols.tag();
        this.echoTag = echo.tag();
    }

    /** Takes the fields of the message between two indices that {@link FixFramer} gave. */
    void read(DirectBuffer buffer, int start, int end) {
        clear();
        int trailer = end - FixFrame.TRAILER_LENGTH;
        int at = start;
        while (at < trailer) {
            int tag = 0;
            int digit;
            while ((digit = buffer.getByte(at++)) != '=' && at < trailer) {
                tag = tag * 10 + digit - '0';
            }
            int separator = separator(buffer, at, trailer);
            take(tag, buffer, at, separator - at);
            at = separator + 1;
        }
        top.endEntry();
    }

    private void clear() {
        type = 0;
        sequence = NO_NUMBER;
        newSequence = NO_NUMBER;
        possDup = false;
        gapFill = false;
        symbolSeen = false;
        echoSeen = false;
        instrument = Symbols.UNKNOWN;
        tickId = SnapshotRecord.NO_ID;
        requestLength = 0;
        top.clear();
    }

    /** Eight bytes at a time; they never leave the message, since the trailer follows the last separator. */
    private static int separator(DirectBuffer buffer, int from, int trailer) {
        for (int at = from; at < trailer; at += Long.BYTES) {
            long differing = buffer.getLong(at, LITTLE_ENDIAN) ^ ONES;
            long found = differing - ONES & ~differing & HIGHS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        return trailer - 1;
    }

    private void take(int tag, DirectBuffer buffer, int at, int length) {
        if (tag == echoTag && !echoSeen) {
            echoSeen = true;
            tickId = echo.read(buffer, at, length);
        }
        if (tag == symbolTag && !symbolSeen) {
            symbolSeen = true;
            instrument = symbols.find(buffer, at, length);
            return;
        }
        switch (tag) {
            case 34 -> sequence = wholeNumber(buffer, at, length);
            case 35 -> type = length == 1 ? (char) buffer.getByte(at) : 0;
            case 36 -> newSequence = wholeNumber(buffer, at, length);
            case 43 -> possDup = length == 1 && buffer.getByte(at) == 'Y';
            case 123 -> gapFill = length == 1 && buffer.getByte(at) == 'Y';
            case 262 -> {
                requestAt = at;
                requestLength = length;
            }
            case 269 -> top.beginEntry(length == 1 ? (char) buffer.getByte(at) : 0);
            case 270 -> top.price(Price.parse(buffer, at, length));
            case 271 -> top.quantity(wholeNumber(buffer, at, length));
            default -> {
                // of no interest
            }
        }
    }

    /** The digits before a decimal point; {@link #NO_NUMBER} when there are none or too many. */
    private static long wholeNumber(DirectBuffer buffer, int at, int length) {
        long value = 0;
        int i = at;
        for (; i < at + length; i++) {
            int digit = buffer.getByte(i) - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = value * 10 + digit;
        }
        boolean whole = i == at + length || buffer.getByte(i) == '.';
        return whole && i > at && i - at <= 18 ? value : NO_NUMBER;
    }

    /** The message type, or 0 for one of several characters. */
    char type() {
        return type;
    }

    /** MsgSeqNum (34), or {@link #NO_NUMBER}. */
    long sequence() {
        return sequence;
    }

    /** NewSeqNo (36) of a sequence reset, or {@link #NO_NUMBER}. */
    long newSequence() {
        return newSequence;
    }

    boolean possDup() {
        return possDup;
    }

    boolean gapFill() {
        return gapFill;
    }

    boolean symbolSeen() {
        return symbolSeen;
    }

    /** The instrument's id, or {@link Symbols#UNKNOWN}. */
    int instrument() {
        return instrument;
    }

    long tickId() {
        return tickId;
    }

    TopOfBook top() {
        return top;
    }

    /** MDReqID (262), empty when absent; allocates. */
    String request(DirectBuffer buffer) {
        return requestLength == 0 ? "" : buffer.getStringWithoutLengthAscii(requestAt, requestLength);
    }
}
