package org.ticktoquote.fix.tap;

import java.util.function.Consumer;
import org.ticktoquote.core.price.Price;

/**
 * Reads quotes (35=S) and mass quotes (35=i), which give a price for each pair of the message, and their
 * cancels (35=Z).
 *
 * <p>A quote replaces the whole price of its pair. If a mass quote has several entries of a pair, the best of each side
 * counts. A cancel applies to the pairs that it names, else to the pair of its request (131). Without either, a cancel of all
 * quotes (298=4) applies to all quoted pairs, and any other cancel to pairs whose newest quote has its id (117). A cancel of
 * the quote (35=S) that the newest one replaced has no effect. One thread at a time. Does not allocate.
 */
final class QuoteReader {
    private static final char ALL_QUOTES = '4';

    private final EntryReader reader;
    private final AffectedPairs touched;
    private final TopOfBook[] tops;
    private final long[] idLows;
    private final long[] idHighs;
    /** Ids of the quotes (35=S) that the newest ones replaced. */
    private final long[] replacedLows;

    private final long[] replacedHighs;
    private final boolean[] quoted;
    /** MsgSeqNum (34) of the newest quotes. */
    private final long[] numbers;

    private final Consumer<Entry> quote = this::quote;
    private final Consumer<Entry> cancel = this::cancel;
    private boolean resent;
    private long number;
    private boolean unreadable;
    private boolean unknownSymbol;
    private boolean ofReplaced;

    QuoteReader(SessionFormat form, int highestInstrument, AffectedPairs touched) {
        this.reader = new EntryReader(form);
        this.touched = touched;
        this.tops = new TopOfBook[highestInstrument + 1];
        this.idLows = new long[highestInstrument + 1];
        this.idHighs = new long[highestInstrument + 1];
        this.replacedLows = new long[highestInstrument + 1];
        this.replacedHighs = new long[highestInstrument + 1];
        this.quoted = new boolean[highestInstrument + 1];
        this.numbers = new long[highestInstrument + 1];
        for (int i = 0; i < tops.length; i++) {
            tops[i] = new TopOfBook();
        }
    }

    /** Reads a quote from the start of its body to its trailer. If it is resent (43=Y), it can be older than the pair's. */
    void quote(byte[] bytes, int start, int trailer, FixFields fields) {
        begin(fields);
        reader.read(bytes, start, trailer, EntryReader.NOTHING, quote);
        quote(reader.message());
    }

    /** Reads a mass quote from the start of its body to its trailer. */
    void massQuote(byte[] bytes, int start, int trailer, FixFields fields) {
        begin(fields);
        reader.read(bytes, start, trailer, TapTags.QUOTE_ENTRY_ID, quote);
    }

    /** Reads a cancel from the start of its body to its trailer. The pairs that it touches have no price afterwards. */
    void cancel(byte[] bytes, int start, int trailer, FixFields fields) {
        begin(fields);
        reader.read(bytes, start, trailer, TapTags.SYMBOL, cancel);
        Entry message = reader.message();
        if (touched.count() > 0 || unknownSymbol || ofReplaced) {
            return;
        }
        if (message.symbolSeen || reader.requested() != Symbols.UNKNOWN) {
            int pair = message.symbolSeen ? message.instrument : reader.requested();
            cancelOf(pair, message);
        } else if (reader.cancelType() == ALL_QUOTES) {
            cancelAll();
        } else {
            cancelById(message);
        }
    }

    private void begin(FixFields fields) {
        resent = fields.possDup();
        number = fields.sequence();
        touched.clear();
        unreadable = false;
        unknownSymbol = false;
        ofReplaced = false;
    }

    private void quote(Entry entry) {
        Entry message = reader.message();
        boolean named = entry.symbolSeen || message.symbolSeen;
        int pair = entry.symbolSeen ? entry.instrument : message.instrument;
        if (pair == Symbols.UNKNOWN) {
            unknownSymbol |= named;
            unreadable |= !named;
            return;
        }
        if (entry.unreadable) {
            unreadable = true;
            return;
        }
        if (touched.add(pair, entry.tickId)) {
            tops[pair].clear();
        }
        entry.quote(tops[pair]);
        if (!isOlder(pair)) {
            replace(pair, entry, entry == message);
            idLows[pair] = entry.idLow;
            idHighs[pair] = entry.idHigh;
            numbers[pair] = number;
            quoted[pair] = true;
        }
    }

    /** Returns whether a message was sent before the newest quote of a pair, and is resent. */
    private boolean isOlder(int pair) {
        return resent && quoted[pair] && number < numbers[pair];
    }

    /** Remembers the id of the replaced quote. A mass quote has none, since its entries have ids of their own. */
    private void replace(int pair, Entry entry, boolean single) {
        if (!single || !isNewest(pair, entry)) {
            replacedLows[pair] = single ? idLows[pair] : 0;
            replacedHighs[pair] = single ? idHighs[pair] : 0;
        }
    }

    private boolean isNewest(int pair, Entry entry) {
        return idLows[pair] == entry.idLow && idHighs[pair] == entry.idHigh;
    }

    private boolean isReplaced(int pair, Entry message) {
        return message.identified()
                && replacedLows[pair] == message.idLow
                && replacedHighs[pair] == message.idHigh
                && !isNewest(pair, message);
    }

    private void cancel(Entry entry) {
        cancelOf(entry.instrument, reader.message().identified() ? reader.message() : entry);
    }

    /** Withdraws the price of a pair, unless the cancel is of a quote that was replaced. */
    private void cancelOf(int pair, Entry identified) {
        boolean replaced = pair != Symbols.UNKNOWN && reader.cancelType() != ALL_QUOTES && isReplaced(pair, identified);
        if (replaced) {
            ofReplaced = true;
        } else {
            withdraw(pair);
        }
    }

    private void withdraw(int pair) {
        if (pair == Symbols.UNKNOWN) {
            unknownSymbol = true;
            return;
        }
        touched.add(pair, reader.message().tickId);
        tops[pair].clear();
        quoted[pair] &= isOlder(pair);
    }

    private void cancelAll() {
        for (int pair = 0; pair < quoted.length; pair++) {
            if (quoted[pair]) {
                withdraw(pair);
            }
        }
    }

    private void cancelById(Entry message) {
        for (int pair = 0; pair < quoted.length; pair++) {
            if (quoted[pair] && message.identified() && isNewest(pair, message)) {
                withdraw(pair);
            }
            ofReplaced |= isReplaced(pair, message);
        }
    }

    /** Returns the fields before the entries. */
    Entry message() {
        return reader.message();
    }

    /** Returns the price of a pair that the message touches, with {@link Price#NONE} on both sides if there is none. */
    TopOfBook top(int pair) {
        return tops[pair];
    }

    /** Returns whether an entry could not be read. */
    boolean unreadable() {
        return unreadable;
    }

    /** Returns whether a cancel concerns a quote that a newer one replaced. */
    boolean ofReplaced() {
        return ofReplaced;
    }

    /** Returns whether an entry belongs to a pair without a subscription. */
    boolean unknownSymbol() {
        return unknownSymbol;
    }
}
