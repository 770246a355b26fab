package org.ticktoquote.fix.tap;

import java.nio.charset.StandardCharsets;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.AsciiNumber;
import org.ticktoquote.fix.message.DataFields;
import org.ticktoquote.fix.message.FieldReader;

/**
 * The fields of a FIX message that the tap needs, read from its bytes in one pass.
 *
 * <p>The best bid is the highest and the best ask the lowest of all entries (269=0, 269=1), in any order. A side without an
 * entry is {@link Price#NONE}. Symbol and MsgSeqNum are taken from the first of their tags. An echoed id before the entries
 * counts, else the newest one of the bids and asks, else the first one of other entries. MsgType counts only as the third
 * field. {@linkplain DataFields Data fields} are skipped. A message without a MsgType, or with a wrong data length, is
 * {@linkplain #garbled garbled}. One thread at a time. Does not allocate.
 */
final class FixFields implements FieldReader.Target {
    static final long NO_NUMBER = AsciiNumber.NONE;

    private final Symbols symbols;
    private final EchoedId echo;
    private final FieldReader reader;
    private final boolean zeroSizeWithdraws;
    private final AsciiNumber numbers = new AsciiNumber();

    /** Length of {@code 35=}. */
    private static final int TYPE_LENGTH = 3;
    /** Type of a QuoteRequestReject (35=AG), the only one of two characters that the tap needs. */
    private static final char QUOTE_REQUEST_REJECT = 'A' << 8 | 'G';
    /** QuoteStatus (297) of a QuoteAcknowledgement (35=b) that rejects a request. */
    private static final long REJECTED = 5;

    /** Places of an echoed id, by rising precedence. */
    private static final int NOWHERE = 0;

    private static final int IN_OTHER_ENTRY = 1;
    private static final int IN_SIDE = 2;
    private static final int BEFORE_ENTRIES = 3;

    private int bodyAt;
    private boolean typeSeen;
    private char type;
    private boolean sequenceSeen;
    private long sequence;
    private long newSequence;
    private long heartbeatS;
    private long quoteStatus;
    private boolean possDup;
    private boolean gapFill;
    private boolean symbolSeen;
    private int echoPlace;
    /** Place of the next field. */
    private int place;

    private int instrument;
    private long tickId;
    private final TopOfBook top = new TopOfBook();
    private int requestAt;
    private int requestLength;

    FixFields(SessionFormat form) {
        this.symbols = form.symbols();
        this.echo = form.echo();
        this.zeroSizeWithdraws = !form.zeroSizeIsPrice();
        this.reader = new FieldReader(echo.tags(symbols.tag()));
    }

    /**
     * Reads the fields of a message.
     *
     * @param body index of MsgType (35), if it is the third field
     * @param trailer start of CheckSum (10)
     */
    void read(byte[] bytes, int body, int trailer) {
        clear();
        bodyAt = body;
        reader.read(bytes, body, trailer, this);
        top.endEntry();
    }

    private void clear() {
        type = 0;
        typeSeen = false;
        sequenceSeen = false;
        sequence = NO_NUMBER;
        newSequence = NO_NUMBER;
        heartbeatS = NO_NUMBER;
        quoteStatus = NO_NUMBER;
        possDup = false;
        gapFill = false;
        symbolSeen = false;
        echoPlace = NOWHERE;
        place = BEFORE_ENTRIES;
        instrument = Symbols.UNKNOWN;
        tickId = SnapshotRecord.NO_ID;
        requestLength = 0;
        top.clear();
    }

    @Override
    public void field(int action, byte[] bytes, int at, int end) {
        if ((action & TapTags.ECHO) != 0) {
            echo(bytes, at, end);
        }
        switch (action & ~TapTags.ECHO) {
            case TapTags.MSG_SEQ_NUM -> sequence(bytes, at, end);
            case TapTags.MSG_TYPE -> type(bytes, at, end);
            case TapTags.NEW_SEQ_NO -> newSequence = AsciiNumber.whole(bytes, at, end);
            case TapTags.HEART_BT_INT -> heartbeatS = AsciiNumber.whole(bytes, at, end);
            case TapTags.POSS_DUP_FLAG -> possDup = only(bytes, at, end) == 'Y';
            case TapTags.GAP_FILL_FLAG -> gapFill = only(bytes, at, end) == 'Y';
            case TapTags.MD_REQ_ID -> {
                requestAt = at;
                requestLength = end - at;
                if (symbols.tag() == Symbols.REQUEST_ID) {
                    symbol(bytes, at, end);
                }
            }
            case TapTags.MD_ENTRY_TYPE -> entry(only(bytes, at, end));
            case TapTags.MD_ENTRY_PX -> top.price(numbers.price(bytes, at, end));
            case TapTags.MD_ENTRY_SIZE -> quantity(bytes, at, end);
            case TapTags.QUOTE_STATUS -> quoteStatus = AsciiNumber.whole(bytes, at, end);
            case TapTags.SYMBOL -> symbol(bytes, at, end);
            default -> {
                // only the echoed id
            }
        }
    }

    private void echo(byte[] bytes, int at, int end) {
        if (place > echoPlace) {
            echoPlace = place;
            tickId = echo.read(bytes, at, end);
        } else if (place == IN_SIDE && echoPlace == IN_SIDE) {
            tickId = echo.newer(tickId, echo.read(bytes, at, end));
        }
    }

    private void entry(char type) {
        place = type == Entry.BID || type == Entry.ASK ? IN_SIDE : IN_OTHER_ENTRY;
        top.beginEntry(type);
    }

    private void sequence(byte[] bytes, int at, int end) {
        if (!sequenceSeen) {
            sequenceSeen = true;
            sequence = AsciiNumber.whole(bytes, at, end);
        }
    }

    /** MsgType counts only as the third field. */
    private void type(byte[] bytes, int at, int end) {
        if (at == bodyAt + TYPE_LENGTH) {
            typeSeen = true;
            boolean quoteRequestReject = end - at == 2 && bytes[at] == 'A' && bytes[at + 1] == 'G';
            type = quoteRequestReject ? QUOTE_REQUEST_REJECT : only(bytes, at, end);
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

    /** Returns the single character of a value, or 0 unless it has exactly one. */
    private static char only(byte[] bytes, int at, int end) {
        return end - at == 1 ? (char) (bytes[at] & 0xff) : 0;
    }

    /** Returns whether the whole message is unreliable. */
    boolean garbled() {
        return !typeSeen || reader.hasWrongLength();
    }

    /** Explains why the message is garbled. Allocates. */
    String whyGarbled() {
        return reader.hasWrongLength() ? reader.wrongLength() : "MsgType (35) is not the third field";
    }

    /** Returns the message type; for one of several characters, a value that is no type of one character. */
    char type() {
        return type;
    }

    /** Returns whether the message rejects a subscription: 35=Y, 35=AG, or a 35=b with that status. */
    boolean rejectsSubscription() {
        return type == 'Y' || type == QUOTE_REQUEST_REJECT || type == 'b' && quoteStatus == REJECTED;
    }

    /** Returns the MsgSeqNum (34), or {@link #NO_NUMBER}. */
    long sequence() {
        return sequence;
    }

    /** Returns the NewSeqNo (36) of a sequence reset, or {@link #NO_NUMBER}. */
    long newSequence() {
        return newSequence;
    }

    /** Returns the HeartBtInt (108) of a Logon, or {@link #NO_NUMBER}. */
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

    /** Returns the instrument's id, or {@link Symbols#UNKNOWN}. */
    int instrument() {
        return instrument;
    }

    long tickId() {
        return tickId;
    }

    TopOfBook top() {
        return top;
    }

    /** Returns the MDReqID (262) or QuoteReqID (131) from the bytes that were read, or empty. Allocates. */
    String request(byte[] bytes) {
        return new String(bytes, requestAt, requestLength, StandardCharsets.US_ASCII);
    }
}
