package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Applies an incremental refresh (35=X) to the books of its pairs.
 *
 * <p>An entry belongs to the pair that it names. If the first entry names none, it belongs to the pair that the message
 * names before all entries. Any other entry without a name belongs to the pair of the entry before it, unless it
 * changes, deletes or refers to an entry in another pair's book. It then belongs to that pair. If entry ids echo ticks,
 * the id of an existing entry names an old tick and is ignored. One thread at a time. Allocates only if the books do.
 */
final class IncrementalRefresh implements EntryReader.Target {
    private final EntryReader reader;
    private final Books books;
    private final AffectedPairs touched;
    private final boolean echoIsEntryId;
    private int previous;
    private boolean unreadable;
    private boolean unknownSymbol;
    private boolean ofUnknownBook;

    IncrementalRefresh(SessionFormat form, Books books, AffectedPairs touched) {
        this.reader = new EntryReader(form);
        this.books = books;
        this.touched = touched;
        this.echoIsEntryId = form.echo().isEntryId();
    }

    /** Reads a message between its body and its trailer. */
    void read(byte[] bytes, int start, int trailer) {
        touched.clear();
        previous = Symbols.UNKNOWN;
        unreadable = false;
        unknownSymbol = false;
        ofUnknownBook = false;
        reader.read(bytes, start, trailer, TapTags.MD_UPDATE_ACTION, this);
    }

    @Override
    public void accept(Entry entry) {
        int pair = pair(entry);
        if (pair == Symbols.UNKNOWN) {
            ofNoPair(entry);
            return;
        }
        previous = pair;
        touch(pair, entry);
        if (entry.type == Entry.EMPTY_BOOK) {
            books.empty(pair);
        } else if (books.unknownBecause(pair) == 0 && !books.of(pair).apply(entry)) {
            unreadable = true;
            books.markUnknown(pair, SnapshotRecord.AFTER_MALFORMED);
        }
    }

    private void ofNoPair(Entry entry) {
        if (entry.symbolSeen || reader.message().symbolSeen) {
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
        if (previous == Symbols.UNKNOWN && reader.message().symbolSeen) {
            return reader.message().instrument;
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
