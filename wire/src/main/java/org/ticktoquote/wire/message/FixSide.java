package org.ticktoquote.wire.message;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.wire.stream.StreamEnd;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Surveys one side of a FIX connection: who it is, whether it asks for prices or sends them, and how it names pairs. One thread;
 * allocates for what it has not seen before only.
 */
public final class FixSide implements StreamReader {
    public static final int SYMBOL = 55;
    public static final int SECURITY_ID = 48;
    public static final int REQUEST_ID = 262;
    public static final int QUOTE_ENTRY_ID = 299;

    private static final MessageFramer NONE = MessageFramer.ofAnyVersion(Edge.LAST_BYTE);
    private static final int TYPE = 1;
    private static final int SENDER = 2;
    private static final int TARGET = 3;
    private static final int NAME = 4;
    private static final int SECURITY = 5;
    private static final int REQUEST = 6;
    private static final int STREAM = 7;
    private static final int ENTRY = 8;
    private static final TagTable TAGS = TagTable.of(Map.of(
            35,
            TYPE,
            49,
            SENDER,
            56,
            TARGET,
            SYMBOL,
            NAME,
            SECURITY_ID,
            SECURITY,
            REQUEST_ID,
            REQUEST,
            QUOTE_ENTRY_ID,
            STREAM,
            269,
            ENTRY));

    private MessageFramer framer = MessageFramer.ofAnyVersion(Edge.LAST_BYTE);
    private final FieldReader fields = new FieldReader(TAGS);
    private final SeenValues symbols = new SeenValues();
    private final SeenValues securities = new SeenValues();
    private final SeenValues streams = new SeenValues();
    private final SeenValues requested = new SeenValues();
    private String beginString = "";
    private String sender = "";
    private String target = "";
    private long messages;
    private long prices;
    private long requests;
    private long byRequest;
    private long entries;

    /** @param inMidstream whether the begin of the connection is not there */
    public FixSide(boolean inMidstream) {
        if (inMidstream) {
            framer.resynchronise();
        }
    }

    @Override
    public void bytes(DirectBuffer buffer, int offset, int length, long timeNs, long number) {
        framer.read(buffer, offset, length, timeNs);
        for (int piece = 0; piece < framer.pieces(); piece++) {
            if (!framer.isGarbage(piece)) {
                message(piece);
            }
        }
    }

    private void message(int piece) {
        messages++;
        byte[] bytes = framer.bytes();
        fields.wrap(bytes, framer.body(piece), framer.end(piece) - MessageFramer.TRAILER_LENGTH);
        char type = fields.next() == TYPE ? fields.character() : 0;
        boolean brings = type == 'W' || type == 'X' || type == 'S' || type == 'i';
        boolean asks = type == 'V' || type == 'R';
        prices += brings ? 1 : 0;
        requests += asks ? 1 : 0;
        if (sender.isEmpty()) {
            beginString = beginString(bytes, framer.start(piece));
        } else if (!brings && !asks) {
            return;
        }
        boolean named = false;
        boolean answers = false;
        for (int action = fields.next(); action != FieldReader.END; action = fields.next()) {
            switch (action) {
                case SENDER -> sender = sender.isEmpty() ? value() : sender;
                case TARGET -> target = target.isEmpty() ? value() : target;
                case NAME -> named |= add(asks ? requested : symbols, brings || asks);
                case SECURITY -> named |= add(asks ? requested : securities, brings || asks);
                case STREAM -> named |= add(streams, type == 'i');
                case REQUEST -> answers = true;
                case ENTRY -> entries += brings ? 1 : 0;
                default -> {
                    // the type again
                }
            }
        }
        byRequest += brings && answers && !named ? 1 : 0;
    }

    private boolean add(SeenValues values, boolean counts) {
        if (counts) {
            values.add(framer.bytes(), fields.valueStart(), fields.valueEnd());
        }
        return counts;
    }

    private String value() {
        int start = fields.valueStart();
        return new String(framer.bytes(), start, fields.valueEnd() - start, StandardCharsets.US_ASCII);
    }

    private static String beginString(byte[] bytes, int start) {
        int from = start + "8=".length();
        int end = from;
        while (bytes[end] != 1) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.US_ASCII);
    }

    @Override
    public void hole(long length, long timeNs) {
        framer.resynchronise();
    }

    @Override
    public void end(StreamEnd how, long timeNs) {
        framer = NONE; // its buffers are not kept for a connection that has ended
    }

    /** As in {@code FIX.4.4}; empty where no message was sound. */
    public String beginString() {
        return beginString;
    }

    /** SenderCompID (49). */
    public String sender() {
        return sender;
    }

    /** TargetCompID (56). */
    public String target() {
        return target;
    }

    public long messages() {
        return messages;
    }

    /** Messages that bring prices: 35=W, X, S, i. */
    public long prices() {
        return prices;
    }

    /** Entries (269) of its prices. */
    public long entries() {
        return entries;
    }

    /** Messages that ask for prices: 35=V, R. */
    public long requests() {
        return requests;
    }

    /** The tag by which its prices name their pairs. */
    public int symbolTag() {
        if (!symbols.all().isEmpty()) {
            return SYMBOL;
        }
        if (!securities.all().isEmpty()) {
            return SECURITY_ID;
        }
        return byRequest > 0 || streams.all().isEmpty() ? REQUEST_ID : QUOTE_ENTRY_ID;
    }

    /** Names of pairs in its prices. */
    public List<String> names() {
        return switch (symbolTag()) {
            case SYMBOL -> symbols.all();
            case SECURITY_ID -> securities.all();
            case QUOTE_ENTRY_ID -> streams.all();
            default -> List.of();
        };
    }

    /** Names of the pairs for which it asked. */
    public List<String> requestedNames() {
        return requested.all();
    }
}
