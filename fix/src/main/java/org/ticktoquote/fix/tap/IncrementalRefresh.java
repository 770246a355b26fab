package org.ticktoquote.fix.tap;

import org.ticktoquote.core.journal.SnapshotRecord;

/**
 * Carries an incremental refresh (35=X) out on the books of its pairs.
 *
 * <p>An entry is of the pair that it names, else of the one that stands in front of all entries, else of the pair of the
 * entry before it; but where the entry that it changes, deletes or refers to is in the book of another pair, of that. Where
 * the entry's id names the tick, that of an entry which was there already names an old one: it does not count. One thread; no
 * allocation but where the books do.
 */
final class IncrementalRefresh implements EntryReader.Target {
    private final EntryReader reader;
    private final Books books;
    private final TouchedPairs touched;
    private final boolean echoIsEntryId;
    private int previous;
    private boolean unreadable;
    private boolean unknownSymbol;
    private boolean ofUnknownBook;

    IncrementalRefresh(SnapshotForm form, Books books, TouchedPairs touched) {
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
    public void take(Entry entry) {
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
            books.forget(pair, SnapshotRecord.AFTER_MALFORMED);
        }
    }

    private void ofNoPair(Entry entry) {
        if (entry.symbolSeen || reader.message().symbolSeen) {
            unknownSymbol = true;
        } else if (entry.keyed() && !books.allKnown()) {
            ofUnknownBook = true;
        } else {
            unreadable = true;
            books.forget(SnapshotRecord.AFTER_MALFORMED); // it may be any of them
        }
    }

    private void touch(int pair, Entry entry) {
        boolean nameOfOld = echoIsEntryId && entry.update != Entry.NEW && !entry.refers();
        long tickId = nameOfOld ? SnapshotRecord.NO_ID : entry.tickId;
        if (entry.update == Entry.DELETE) {
            touched.touchLeaving(pair, tickId);
        } else {
            touched.touch(pair, tickId);
        }
    }

    private int pair(Entry entry) {
        if (entry.symbolSeen) {
            return entry.instrument;
        }
        if (previous == Symbols.UNKNOWN && reader.message().symbolSeen) {
            return reader.message().instrument;
        }
        boolean elsewhere = entry.keyed()
                && (previous == Symbols.UNKNOWN || !books.of(previous).holds(entry));
        int holding = elsewhere ? books.holding(entry) : Symbols.UNKNOWN;
        return holding == Symbols.UNKNOWN ? previous : holding;
    }

    /** What stands in front of the entries. */
    Entry message() {
        return reader.message();
    }

    /** Whether an entry could not be read, or not carried out. */
    boolean unreadable() {
        return unreadable;
    }

    /** Whether an entry can only be in a book that is not known. */
    boolean ofUnknownBook() {
        return ofUnknownBook;
    }

    /** Whether an entry is of a pair that was not subscribed. */
    boolean unknownSymbol() {
        return unknownSymbol;
    }
}
