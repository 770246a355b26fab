package org.ticktoquote.fix.tap;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.tap.TapCounters.Kind;

/**
 * Records prices of snapshots (35=W), incremental refreshes (35=X), quotes (35=S, 35=i) and their cancels (35=Z). Writes one
 * record for each pair that a message touches, with the price after the whole message.
 *
 * <p>A refresh of an unknown book is recorded with its tick id but without a price, and requests a new snapshot, at most once
 * a second. Serves one connection at a time, on its I/O thread. Allocates only for a larger snapshot or book than ever
 * before.
 */
final class PriceUpdates {
    private static final long ASK_AGAIN_NS = 1_000_000_000L;
    private static final String ZERO_SIZE = "levels of size 0 (271=0) are treated as no price. If they are prices,"
            + " set 'zeroSize: price' in the session template";

    private final SessionTap session;
    private final SessionJournal journal;
    private final TapCounters counters;
    private final Books books;
    private final AffectedPairs affected;
    private final IncrementalRefresh refresh;
    private final QuoteReader quotes;
    private boolean asked;
    private boolean noticed;
    private long askedNs;

    /** Messages other than a snapshot that bring or withdraw prices. QuickFIX/J does not receive them. */
    enum Message {
        INCREMENTAL(Kind.INCREMENTALS, SnapshotRecord.BY_INCREMENT),
        QUOTE(Kind.QUOTES, SnapshotRecord.BY_QUOTE),
        MASS_QUOTE(Kind.MASS_QUOTES, SnapshotRecord.BY_MASS_QUOTE),
        QUOTE_CANCEL(Kind.QUOTE_CANCELS, SnapshotRecord.BY_CANCEL);

        final Kind kind;
        private final int by;

        Message(Kind kind, int by) {
            this.kind = kind;
            this.by = by;
        }

        /** Returns the message of a type, or null. Does not allocate. */
        static @Nullable Message of(char type) {
            return switch (type) {
                case 'X' -> INCREMENTAL;
                case 'S' -> QUOTE;
                case 'i' -> MASS_QUOTE;
                case 'Z' -> QUOTE_CANCEL;
                default -> null;
            };
        }
    }

    PriceUpdates(SessionTap session, SessionFormat form, int highestInstrument, int depth) {
        this.session = session;
        this.journal = session.journal();
        this.counters = session.counters();
        this.books = new Books(form, highestInstrument, depth);
        this.affected = new AffectedPairs(highestInstrument, form.echo());
        this.refresh = new IncrementalRefresh(form, books, affected);
        this.quotes = new QuoteReader(form, highestInstrument, affected);
    }

    /** Starts a new session, with empty books. */
    void clear() {
        books.clear();
        asked = false;
    }

    /**
     * Records the price of a snapshot (35=W), or the reason why it has none. The bytes are those from its body to its
     * trailer.
     */
    void snapshot(FixFields fields, byte[] bytes, int start, int trailer) {
        int instrument = fields.instrument();
        if (!fields.symbolSeen()
                || fields.sequence() == FixFields.NO_NUMBER
                || fields.top().malformed()) {
            boolean known = instrument != Symbols.UNKNOWN;
            malformed(known ? instrument : SnapshotRecord.NO_INSTRUMENT, fields);
            if (known) {
                books.markUnknown(instrument, SnapshotRecord.AFTER_MALFORMED);
            }
        } else if (instrument == Symbols.UNKNOWN) {
            unknownSymbol(fields);
        } else {
            journal.snapshot();
            counters.countSnapshot(instrument, fields.top());
            if (!fields.possDup()) { // a resend is older than the book
                books.replace(instrument, bytes, start, trailer);
            }
            noticeZeroSizes(fields);
        }
    }

    private void noticeZeroSizes(FixFields fields) {
        if (fields.top().withdrawn() && !noticed) {
            noticed = true;
            session.listener().noticed(session.index(), ZERO_SIZE);
        }
    }

    private void malformed(int instrument, FixFields fields) {
        counters.count(Kind.MALFORMED);
        journal.event(SnapshotRecord.MALFORMED, instrument, fields.sequence(), 1);
    }

    private void unknownSymbol(FixFields fields) {
        counters.count(Kind.UNKNOWN_SYMBOLS);
        journal.event(SnapshotRecord.UNKNOWN_SYMBOL, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 0);
    }

    /** Called after an unreadable message. Marks all books as unknown, because it can concern any pair. */
    void unreadable() {
        books.markUnknown(SnapshotRecord.AFTER_MALFORMED);
    }

    /** Called when messages are missing. */
    void gap() {
        books.markUnknown(SnapshotRecord.AFTER_GAP);
    }

    /** Handles a message with a valid number, given as its bytes from its body to its trailer. */
    void take(Message message, FixFields fields, byte[] bytes, int start, int trailer, long atNs) {
        switch (message) {
            case INCREMENTAL -> {
                if (fields.possDup()) {
                    resent(bytes, start, trailer);
                } else {
                    refresh(fields, bytes, start, trailer, atNs);
                }
            }
            case QUOTE -> {
                quotes.quote(bytes, start, trailer, fields);
                quoted(message, fields);
            }
            case MASS_QUOTE -> {
                quotes.massQuote(bytes, start, trailer, fields);
                quoted(message, fields);
            }
            case QUOTE_CANCEL -> {
                quotes.cancel(bytes, start, trailer, fields);
                quoted(message, fields);
                if (affected.count() == 0 && !quotes.unknownSymbol() && !quotes.ofReplaced()) {
                    journal.event(SnapshotRecord.UNKNOWN_CANCEL, SnapshotRecord.NO_INSTRUMENT, fields.sequence(), 0);
                }
            }
        }
    }

    /**
     * Records the ticks that a resent refresh names, of the pairs that it names. It is older than the books, which it does not
     * change.
     */
    private void resent(byte[] bytes, int start, int trailer) {
        refresh.read(bytes, start, trailer, true);
        if (affected.count() == 0) {
            journal.withoutBook(0, SnapshotRecord.NO_INSTRUMENT, SnapshotRecord.NO_ID, SnapshotRecord.RESENT);
        }
        for (int i = 0; i < affected.count(); i++) {
            long tickId = affected.tickId(i, refresh.message());
            journal.withoutBook(onlyDeletes(i), affected.pair(i), tickId, SnapshotRecord.RESENT);
        }
    }

    private void refresh(FixFields fields, byte[] bytes, int start, int trailer, long atNs) {
        refresh.read(bytes, start, trailer, false);
        objections(refresh.unreadable(), refresh.unknownSymbol(), fields);
        boolean known = !refresh.ofUnknownBook();
        if (!known) {
            journal.withoutBook(0, SnapshotRecord.NO_INSTRUMENT, SnapshotRecord.NO_ID, SnapshotRecord.AFTER_GAP);
        }
        for (int i = 0; i < affected.count(); i++) {
            known &= refreshed(affected.pair(i), affected.tickId(i, refresh.message()), onlyDeletes(i));
        }
        if (!known || refresh.unreadable()) {
            requestSnapshot(atNs);
        }
    }

    private int onlyDeletes(int place) {
        return affected.onlyDeleted(place, refresh.message()) ? SnapshotRecord.ONLY_DELETES : 0;
    }

    /** Records the price of a pair after a refresh. Returns whether it is known. */
    private boolean refreshed(int pair, long tickId, int onlyDeletes) {
        if (books.unknownBecause(pair) == 0) {
            PairBook book = books.of(pair);
            TopOfBook top = book.top();
            if (book.topIsKnown()) {
                price(SnapshotRecord.BY_INCREMENT | onlyDeletes, pair, tickId, top, book.faults());
                return true;
            }
            books.markUnknown(pair, SnapshotRecord.AFTER_OVERFLOW);
        }
        long named = refresh.unreadable() ? SnapshotRecord.NO_ID : tickId;
        journal.withoutBook(onlyDeletes, pair, named, books.unknownBecause(pair));
        return false;
    }

    private void requestSnapshot(long atNs) {
        if (!asked || atNs - askedNs >= ASK_AGAIN_NS) {
            asked = true;
            askedNs = atNs;
            session.listener().bookUnknown(session.index());
        }
    }

    private void quoted(Message message, FixFields fields) {
        objections(quotes.unreadable(), quotes.unknownSymbol(), fields);
        for (int i = 0; i < affected.count(); i++) {
            int pair = affected.pair(i);
            price(message.by, pair, affected.tickId(i, quotes.message()), quotes.top(pair), 0);
        }
    }

    private void price(int by, int pair, long tickId, TopOfBook top, long faults) {
        journal.price(by, pair, tickId, top, faults);
        counters.countSnapshot(pair, top);
    }

    private void objections(boolean unreadable, boolean unknownSymbol, FixFields fields) {
        if (unreadable) {
            malformed(SnapshotRecord.NO_INSTRUMENT, fields);
        }
        if (unknownSymbol) {
            unknownSymbol(fields);
        }
    }

    /**
     * Applies an incremental refresh (35=X) to the books of its pairs.
     *
     * <p>An entry belongs to the pair that it names. If the first entry names none, it belongs to the pair that the message
     * names before all entries. Any other entry without a name belongs to the pair of the entry before it, unless it
     * changes, deletes or refers to an entry in another pair's book. It then belongs to that pair. If entry ids echo ticks,
     * the id of an existing entry names an old tick and is ignored. One thread at a time. Allocates only if the books do.
     */
    private static final class IncrementalRefresh implements Consumer<Entry> {
        private final EntryReader reader;
        private final Books books;
        private final AffectedPairs touched;
        private final boolean echoIsEntryId;
        private boolean resent;
        private int previous;
        /** True if the pair of the entry before has no subscription. */
        private boolean unsubscribed;

        private boolean unreadable;
        private boolean unknownSymbol;
        private boolean ofUnknownBook;

        IncrementalRefresh(SessionFormat form, Books books, AffectedPairs touched) {
            this.reader = new EntryReader(form);
            this.books = books;
            this.touched = touched;
            this.echoIsEntryId = form.echo().isEntryId();
        }

        /**
         * Reads a message between its body and its trailer.
         *
         * @param again true to find only pairs and tick ids, and change no book
         */
        void read(byte[] bytes, int start, int trailer, boolean again) {
            touched.clear();
            resent = again;
            previous = Symbols.UNKNOWN;
            unsubscribed = false;
            unreadable = false;
            unknownSymbol = false;
            ofUnknownBook = false;
            reader.read(bytes, start, trailer, TapTags.MD_UPDATE_ACTION, this);
        }

        @Override
        public void accept(Entry entry) {
            int pair = pair(entry);
            previous = pair;
            unsubscribed = pair == Symbols.UNKNOWN && (unsubscribed || entry.symbolSeen);
            if (pair == Symbols.UNKNOWN) {
                ofNoPair(entry);
                return;
            }
            touch(pair, entry);
            if (resent) {
                return;
            }
            if (entry.type == Entry.EMPTY_BOOK) {
                books.empty(pair);
            } else if (books.unknownBecause(pair) == 0 && !books.of(pair).apply(entry)) {
                unreadable = true;
                books.markUnknown(pair, SnapshotRecord.AFTER_MALFORMED);
            }
        }

        private void ofNoPair(Entry entry) {
            if (resent) {
                return;
            }
            if (unsubscribed || reader.message().symbolSeen) {
                unknownSymbol = true;
            } else if (entry.hasKey() && !books.allKnown()) {
                ofUnknownBook = true;
            } else {
                unreadable = true;
                books.markUnknown(SnapshotRecord.AFTER_MALFORMED); // the entry can be in any book
            }
        }

        private void touch(int pair, Entry entry) {
            boolean nameOfOld = echoIsEntryId && entry.update != Entry.NEW && !entry.hasReference();
            long tickId = nameOfOld ? SnapshotRecord.NO_ID : entry.tickId;
            if (entry.update == Entry.DELETE) {
                touched.addRemoved(pair, tickId);
            } else {
                touched.add(pair, tickId);
            }
        }

        private int pair(Entry entry) {
            if (entry.symbolSeen) {
                return entry.instrument;
            }
            if (previous == Symbols.UNKNOWN && !unsubscribed && reader.message().symbolSeen) {
                return reader.message().instrument;
            }
            if (resent) { // an entry that it changes, deletes or refers to can have left the books
                return entry.hasKey() && previous != reader.message().instrument ? Symbols.UNKNOWN : previous;
            }
            boolean elsewhere = entry.hasKey()
                    && (previous == Symbols.UNKNOWN || !books.of(previous).holds(entry));
            int holding = elsewhere ? books.holding(entry) : Symbols.UNKNOWN;
            return holding == Symbols.UNKNOWN ? previous : holding;
        }

        /** Returns the fields before the entries. */
        Entry message() {
            return reader.message();
        }

        /** Returns whether an entry could not be read or applied. */
        boolean unreadable() {
            return unreadable;
        }

        /** Returns whether an entry can only be in an unknown book. */
        boolean ofUnknownBook() {
            return ofUnknownBook;
        }

        /** Returns whether an entry belongs to a pair without a subscription. */
        boolean unknownSymbol() {
            return unknownSymbol;
        }
    }
}
