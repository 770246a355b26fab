package org.ticktoquote.fix.tap;

import java.util.function.Consumer;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.AsciiNumber;
import org.ticktoquote.fix.message.FieldReader;

/**
 * Reads a message entry by entry: the fields before the first entry, then each entry with its fields in any order.
 *
 * <p>An entry begins with the first tag of its group. Fields after the last entry count as part of it, because only a
 * dictionary could distinguish them. One thread at a time. Does not allocate. Reads up to eight bytes beyond the trailer.
 */
final class EntryReader implements FieldReader.Target {
    /** No tag begins an entry. All fields belong to the message. */
    static final int NOTHING = -1;

    private static final int MAX_LEVELS = 1_000_000;

    private final Symbols symbols;
    private final RequestIds requests;
    private final EchoedId echo;
    private final FieldReader reader;
    private final boolean zeroSizeWithdraws;
    private final AsciiNumber numbers = new AsciiNumber();
    private final Entry message = new Entry();
    private final Entry entry = new Entry();
    private Entry current = message;
    private int beginning = NOTHING;
    private boolean quotes;
    private Consumer<Entry> target = ignored -> {};
    private int requested;
    private char cancelType;

    EntryReader(SessionFormat form) {
        this.symbols = form.symbols();
        this.requests = form.requests();
        this.echo = form.echo();
        this.reader = new FieldReader(echo.entryTags(symbols.tag()));
        this.zeroSizeWithdraws = !form.zeroSizeIsPrice();
    }

    /**
     * Reads a message between its body and its trailer. Its data lengths must be valid.
     *
     * @param beginsEntry action of the tag that begins an entry, or {@link #NOTHING}
     * @param entries receives the complete entries in order, each valid during the call
     */
    void read(byte[] bytes, int start, int trailer, int beginsEntry, Consumer<Entry> entries) {
        beginning = beginsEntry;
        quotes = beginsEntry != TapTags.MD_ENTRY_TYPE && beginsEntry != TapTags.MD_UPDATE_ACTION;
        target = entries;
        message.clear();
        current = message;
        requested = Symbols.UNKNOWN;
        cancelType = 0;
        reader.read(bytes, start, trailer, this);
        endEntry();
    }

    @Override
    public void field(int action, byte[] bytes, int at, int end) {
        int own = action & ~TapTags.ECHO;
        if (own == beginning) {
            endEntry();
            entry.clear();
            current = entry;
        }
        if ((action & TapTags.ECHO) != 0 && !current.echoSeen) {
            current.echoSeen = true;
            current.tickId = echo.read(bytes, at, end);
        }
        switch (own) {
            case TapTags.MD_UPDATE_ACTION -> current.update = only(bytes, at, end);
            case TapTags.MD_ENTRY_TYPE -> current.type = only(bytes, at, end);
            case TapTags.MD_ENTRY_PX -> current.price = price(bytes, at, end);
            case TapTags.MD_ENTRY_SIZE -> current.quantity = quantity(bytes, at, end);
            case TapTags.MD_ENTRY_ID -> id(!quotes, bytes, at, end);
            case TapTags.MD_ENTRY_REF_ID -> current.ref(bytes, at, end);
            case TapTags.MD_PRICE_LEVEL -> level(AsciiNumber.whole(bytes, at, end));
            case TapTags.MD_ENTRY_POSITION -> current.position = AsciiNumber.whole(bytes, at, end);
            case TapTags.SYMBOL -> symbol(bytes, at, end);
            case TapTags.MD_MKT, TapTags.MD_ENTRY_ORIGINATOR -> market(action, bytes, at, end);
            default -> quote(own, bytes, at, end);
        }
    }

    private void quote(int action, byte[] bytes, int at, int end) {
        switch (action) {
            case TapTags.BID_PX -> current.bid = price(bytes, at, end);
            case TapTags.OFFER_PX -> current.ask = price(bytes, at, end);
            case TapTags.BID_SIZE -> current.bidQuantity = quantity(bytes, at, end);
            case TapTags.OFFER_SIZE -> current.askQuantity = quantity(bytes, at, end);
            case TapTags.QUOTE_CANCEL_TYPE -> cancelType = only(bytes, at, end);
            case TapTags.QUOTE_ID -> id(quotes, bytes, at, end);
            case TapTags.QUOTE_ENTRY_ID -> {
                id(quotes && !current.identified(), bytes, at, end); // of a quote or a cancel, 117 counts
                if (symbols.tag() == Symbols.QUOTE_ENTRY_ID) {
                    symbol(bytes, at, end);
                }
            }
            case TapTags.MD_REQ_ID -> {
                requested = requests.find(bytes, at, end);
                if (symbols.tag() == Symbols.REQUEST_ID && !message.symbolSeen) {
                    message.symbolSeen = true;
                    message.instrument = requested;
                }
            }
            default -> {
                // only the echoed id
            }
        }
    }

    /** Sets the id if its tag counts in this message. Quotes and book entries have their ids in different tags. */
    private void id(boolean counts, byte[] bytes, int at, int end) {
        if (counts) {
            current.id(bytes, at, end);
        }
    }

    private void market(int action, byte[] bytes, int at, int end) {
        if ((action & TapTags.ECHO) == 0) {
            current.market(action, bytes, at, end);
        }
    }

    private void symbol(byte[] bytes, int at, int end) {
        if (!current.symbolSeen) {
            current.symbolSeen = true;
            current.instrument = symbols.find(bytes, at, end);
        }
    }

    private long price(byte[] bytes, int at, int end) {
        long price = numbers.price(bytes, at, end);
        current.unreadable |= price == Price.NONE;
        return price;
    }

    /** Returns {@link Entry#NO_QUANTITY} for a quantity that is not a number. */
    private long quantity(byte[] bytes, int at, int end) {
        long quantity = AsciiNumber.whole(bytes, at, end);
        if (quantity == 0 && zeroSizeWithdraws && AsciiNumber.isZero(bytes, at, end)) {
            return Entry.WITHDRAWN;
        }
        return quantity < 0 ? Entry.NO_QUANTITY : quantity;
    }

    private void level(long level) {
        current.unreadable |= level < 1 || level > MAX_LEVELS;
        current.level = (int) Math.min(Math.max(level, 0), MAX_LEVELS);
    }

    private void endEntry() {
        if (current == entry) {
            if (entry.position != 0 && entry.level == 0 && !entry.identified()) {
                level(entry.position); // otherwise the position is for display only
            }
            target.accept(entry);
        }
    }

    private static char only(byte[] bytes, int at, int end) {
        return end - at == 1 ? (char) (bytes[at] & 0xff) : 0;
    }

    /** Returns the fields before the first entry. */
    Entry message() {
        return message;
    }

    /** Returns the pair of the request that the message names (131, 262), or {@link Symbols#UNKNOWN}. */
    int requested() {
        return requested;
    }

    /** Returns the QuoteCancelType (298), or 0. */
    char cancelType() {
        return cancelType;
    }
}
