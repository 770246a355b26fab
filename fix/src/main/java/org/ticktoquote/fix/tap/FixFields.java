package org.ticktoquote.fix.tap;

import java.nio.charset.StandardCharsets;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.DataFields;

/**
 * The few fields of a FIX message that the tap needs, taken from its bytes in one pass.
 *
 * <p>The best bid is the highest, the best ask the lowest of all entries (269=0, 269=1), wherever they stand; a
 * side without an entry is {@link Price#NONE}. The echoed id, the symbol and MsgSeqNum are the first of their tags, MsgType
 * counts as the third field only. {@linkplain DataFields Data} are skipped. A message without that field, or with a wrong
 * length of data, is {@linkplain #garbled garbled}. One thread; no allocation.
 */
final class FixFields {
    static final long NO_NUMBER = AsciiNumber.NONE;

    private static final long SEPARATORS = EightBytes.repeated((char) FixFrame.SEPARATOR);
    private static final long EQUALS_SIGNS = EightBytes.repeated('=');

    private final Symbols symbols;
    private final EchoedId echo;
    private final TagTable tags;
    private final int beginLength;
    private final boolean zeroSizeWithdraws;
    private final AsciiNumber numbers = new AsciiNumber();

    private static final int NONE = -1;
    /** Of {@code |35=}. */
    private static final int TYPE_LENGTH = 4;

    private int messageAt;
    private int wrongLengthAt;
    private int wrongLengthEnd;
    private boolean typeSeen;
    private char type;
    private boolean sequenceSeen;
    private long sequence;
    private long newSequence;
    private long heartbeatS;
    private boolean possDup;
    private boolean gapFill;
    private boolean symbolSeen;
    private boolean echoSeen;
    private int instrument;
    private long tickId;
    private final TopOfBook top = new TopOfBook();
    private int requestAt;
    private int requestLength;

    FixFields(SnapshotForm form) {
        this.symbols = form.symbols();
        this.echo = form.echo();
        this.beginLength = form.begin().length;
        this.zeroSizeWithdraws = !form.zeroSizeIsPrice();
        this.tags = echo.tags(symbols.tag());
    }

    /**
     * Takes the fields of the message between its begin and its trailer, which {@link FixFrame} found. Eight bytes at a
     * time, each looked at once for separators, and the beginnings of fields once more for the tag; a NUL at the beginning
     * of a field may be taken for one, which no message has. Reads up to eight bytes behind the trailer.
     */
    void read(byte[] bytes, int start, int trailer) {
        clear();
        messageAt = start;
        int field = start;
        for (int at = start; at < trailer; at += EightBytes.LENGTH) {
            long ends = EightBytes.equal(EightBytes.at(bytes, at), SEPARATORS);
            for (; ends != 0; ends &= ends - 1) {
                long head = EightBytes.at(bytes, field);
                long equals = EightBytes.equal(head, EQUALS_SIGNS);
                int action = tags.action(EightBytes.through(head, equals));
                int end = at + EightBytes.indexOfFirst(ends);
                if (action != TagTable.IGNORED) {
                    if (action == TagTable.DATA_LENGTH) {
                        end = dataEnd(bytes, field, end, trailer);
                        at = end - (end - at) % EightBytes.LENGTH;
                        ends = EightBytes.from(EightBytes.equal(EightBytes.at(bytes, at), SEPARATORS), end - at);
                    } else {
                        take(action, bytes, field + EightBytes.indexOfFirst(equals) + 1, end);
                    }
                }
                field = end + 1;
            }
        }
        top.endEntry();
    }

    /** Where the data end that a field announces; behind a wrong length nothing can be told any more: there, the message ends. */
    private int dataEnd(byte[] bytes, int field, int end, int trailer) {
        int dataEnd = DataFields.end(bytes, field, end, trailer);
        if (dataEnd != DataFields.WRONG) {
            return dataEnd;
        }
        wrongLengthAt = field;
        wrongLengthEnd = end;
        return trailer - 1;
    }

    private void clear() {
        type = 0;
        typeSeen = false;
        wrongLengthAt = NONE;
        sequenceSeen = false;
        sequence = NO_NUMBER;
        newSequence = NO_NUMBER;
        heartbeatS = NO_NUMBER;
        possDup = false;
        gapFill = false;
        symbolSeen = false;
        echoSeen = false;
        instrument = Symbols.UNKNOWN;
        tickId = SnapshotRecord.NO_ID;
        requestLength = 0;
        top.clear();
    }

    private void take(int action, byte[] bytes, int at, int end) {
        if ((action & TagTable.ECHO) != 0 && !echoSeen) {
            echoSeen = true;
            tickId = echo.read(bytes, at, end);
        }
        switch (action & ~TagTable.ECHO) {
            case TagTable.MSG_SEQ_NUM -> sequence(bytes, at, end);
            case TagTable.MSG_TYPE -> type(bytes, at, end);
            case TagTable.NEW_SEQ_NO -> newSequence = AsciiNumber.whole(bytes, at, end);
            case TagTable.HEART_BT_INT -> heartbeatS = AsciiNumber.whole(bytes, at, end);
            case TagTable.POSS_DUP_FLAG -> possDup = only(bytes, at, end) == 'Y';
            case TagTable.GAP_FILL_FLAG -> gapFill = only(bytes, at, end) == 'Y';
            case TagTable.MD_REQ_ID -> {
                requestAt = at;
                requestLength = end - at;
                if (symbols.tag() == Symbols.REQUEST_ID) {
                    symbol(bytes, at, end);
                }
            }
            case TagTable.MD_ENTRY_TYPE -> top.beginEntry(only(bytes, at, end));
            case TagTable.MD_ENTRY_PX -> top.price(numbers.price(bytes, at, end));
            case TagTable.MD_ENTRY_SIZE -> quantity(bytes, at, end);
            case TagTable.SYMBOL -> symbol(bytes, at, end);
            default -> {
                // the echoed id alone
            }
        }
    }

    private void sequence(byte[] bytes, int at, int end) {
        if (!sequenceSeen) {
            sequenceSeen = true;
            sequence = AsciiNumber.whole(bytes, at, end);
        }
    }

    /** It counts right behind {@code 8=...|9=...|}. */
    private void type(byte[] bytes, int at, int end) {
        int length = at - TYPE_LENGTH;
        while (bytes[length - 1] >= '0' && bytes[length - 1] <= '9') {
            length--;
        }
        if (length == messageAt + beginLength) {
            typeSeen = true;
            type = only(bytes, at, end);
        }
    }

    private void quantity(byte[] bytes, int at, int end) {
        long quantity = AsciiNumber.whole(bytes, at, end);
        top.quantity(quantity);
        if (quantity == 0 && zeroSizeWithdraws && AsciiNumber.isZero(bytes, at, end)) {
            top.withdraw();
        }
    }

    private void symbol(byte[] bytes, int at, int end) {
        if (!symbolSeen) {
            symbolSeen = true;
            instrument = symbols.find(bytes, at, end);
        }
    }

    /** The one character of a value, or 0 when it has another number of them. */
    private static char only(byte[] bytes, int at, int end) {
        return end - at == 1 ? (char) (bytes[at] & 0xff) : 0;
    }

    /** Whether nothing of the message is to be believed. */
    boolean garbled() {
        return !typeSeen || wrongLengthAt != NONE;
    }

    /** Why it is garbled, from the bytes that were read; allocates. */
    String whyGarbled(byte[] bytes) {
        return wrongLengthAt == NONE
                ? "MsgType (35) is not its third field"
                : DataFields.fault(bytes, wrongLengthAt, wrongLengthEnd);
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

    /** HeartBtInt (108) of a Logon, or {@link #NO_NUMBER}. */
    long heartbeatS() {
        return heartbeatS;
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

    /** MDReqID (262), empty when absent, from the bytes that were read; allocates. */
    String request(byte[] bytes) {
        return new String(bytes, requestAt, requestLength, StandardCharsets.US_ASCII);
    }
}
