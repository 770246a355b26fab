package org.ticktoquote.wire.message;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.fix.message.EightBytes;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.TagTable;
import org.ticktoquote.fix.tap.RequestIds;
import org.ticktoquote.fix.tap.Symbols;
import quickfix.field.BeginString;
import quickfix.field.SecurityID;
import quickfix.field.SenderCompID;
import quickfix.field.Symbol;
import quickfix.field.TargetCompID;

/**
 * Surveys one side of a FIX connection: its CompIDs, whether it requests or sends prices, and how it names pairs. One
 * thread. Allocates only for values not seen before.
 */
public final class FixSide extends FixMessages {
    private static final int MAX_NAMES = 4096;
    private static final int KNOWN_BITS = 5;
    private static final long SPREAD = 0x9e3779b97f4a7c15L;
    /** Symbol (55) of a pair that only its SecurityID (48) names. */
    private static final long NOT_AVAILABLE = EightBytes.of("[N/A]") | 5L << 7 * Byte.SIZE;

    /** Actions of the tags above 126: 262, 269 and 299. */
    private static final int REQUEST = 1;

    private static final int ENTRY = 2;
    private static final int STREAM = 3;
    /** The action of any other tag is the tag itself. */
    public static final TagTable TAGS =
            TagTable.of(Map.of(8, 8, 35, TYPE, 48, 48, 49, 49, 55, 55, 56, 56, 262, REQUEST, 269, ENTRY, 299, STREAM));

    /** BeginString (8), such as {@code FIX.4.4}; empty before the first valid message. */
    public String beginString = "";
    /** SenderCompID (49). */
    public String sender = "";
    /** TargetCompID (56). */
    public String target = "";

    public long messages;
    /** Messages with prices: 35=W, X, S and i. */
    public long prices;
    /** Time of its first and of its last message. */
    public long firstNs;

    public long lastNs;
    /** Entries (269) of these messages. */
    public long entries;
    /** Pieces that are not a valid message. */
    public long unreadable;

    private long byRequest;
    private final Map<DirectBuffer, String> symbols = new LinkedHashMap<>();
    private final Map<DirectBuffer, String> securities = new LinkedHashMap<>();
    private final Map<DirectBuffer, String> streams = new LinkedHashMap<>();
    private final Map<DirectBuffer, String> requested = new LinkedHashMap<>();
    private final UnsafeBuffer name = new UnsafeBuffer();
    /** Cache of short symbols already seen. */
    private final long[] known = new long[1 << KNOWN_BITS];

    /**
     * Creates a side without messages.
     *
     * @param fields reader of the fields {@link #TAGS}; shared by all sides
     * @param fromStart true if the start of the connection was captured
     */
    public FixSide(FieldReader fields, boolean fromStart) {
        super(fields, fromStart);
    }

    @Override
    protected void message(char type, long timeNs) {
        boolean brings = type == 'W' || type == 'X' || type == 'S' || type == 'i';
        boolean asks = type == 'V' || type == 'R';
        firstNs = messages++ == 0 ? timeNs : firstNs;
        lastNs = timeNs;
        prices += brings ? 1 : 0;
        if (sender.isEmpty()) {
            restart();
        } else if (!brings && !asks) {
            return;
        }
        boolean named = false;
        boolean answers = false;
        boolean hasSymbol = false;
        for (int tag = fields.next(); tag != FieldReader.END; tag = fields.next()) {
            boolean available = fields.shortValue() != NOT_AVAILABLE;
            hasSymbol = tag == Symbol.FIELD ? available : hasSymbol;
            tag = available ? tag : TagTable.IGNORED;
            switch (tag) {
                case BeginString.FIELD -> beginString = fields.text();
                case SenderCompID.FIELD -> sender = sender.isEmpty() ? fields.text() : sender;
                case TargetCompID.FIELD -> target = target.isEmpty() ? fields.text() : target;
                case Symbol.FIELD -> named |= add(asks ? requested : symbols, brings || asks);
                case SecurityID.FIELD -> named |= add(asks ? requested : securities, brings || asks && !hasSymbol);
                case STREAM -> named |= add(streams, type == 'i');
                case REQUEST -> answers = true;
                case ENTRY -> entries += brings ? 1 : 0;
                default -> {
                    // MsgType again, or not available
                }
            }
        }
        byRequest += brings && answers && !named ? 1 : 0;
    }

    @Override
    protected void unreadable() {
        unreadable++;
    }

    private boolean add(Map<DirectBuffer, String> values, boolean counts) {
        long word = fields.shortValue();
        int slot = (int) (word * SPREAD >>> Long.SIZE - KNOWN_BITS);
        if (counts && (values != symbols || word == 0 || known[slot] != word)) {
            known[slot] = values == symbols ? word : known[slot];
            value(name);
            if (!values.containsKey(name) && values.size() < MAX_NAMES) {
                byte[] copy = new byte[name.capacity()];
                name.getBytes(0, copy);
                values.put(new UnsafeBuffer(copy), fields.text());
            }
        }
        return counts;
    }

    /**
     * Returns the names of the pairs in its price messages, taken from Symbol (55), else SecurityID (48), else
     * QuoteEntryID (299), whichever these messages contain.
     */
    public Collection<String> names() {
        return (!symbols.isEmpty() ? symbols : byRequest == 0 && securities.isEmpty() ? streams : securities).values();
    }

    /**
     * Returns the parser that finds the pair of its price messages, in the tag that {@link #names} comes from. Messages
     * without a name are identified by the id of their request.
     */
    public Symbols symbols(Map<String, Integer> instruments, RequestIds named) {
        if (!symbols.isEmpty()) {
            return Symbols.inSymbol(instruments);
        }
        if (!securities.isEmpty()) {
            return Symbols.inSecurityId(instruments);
        }
        return names().isEmpty() ? Symbols.inRequestId(named) : Symbols.inQuoteEntryId(instruments);
    }

    /** Returns the names of the pairs that it requested. */
    public Collection<String> requestedNames() {
        return requested.values();
    }
}
