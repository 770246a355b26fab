package org.ticktoquote.fix.tap;

import org.agrona.BitUtil;
import org.ticktoquote.fix.message.EightBytes;

/**
 * The books of one session between Logon and Logout: at first they are empty and known.
 *
 * <p>A snapshot is kept as its bytes, and read into its book only when an incremental refresh of the pair follows: a
 * session that has none pays for nothing else. A book of which something is missing is unknown until its next snapshot. One
 * thread; no allocation but when a snapshot or a book is larger than any before.
 */
final class Books {
    private static final long KNOWN = 0;

    private final EntryReader reader;
    private final PairBook[] books;
    private final byte[][] images;
    private final int[] imageLengths;
    private final long[] unknownBecause;

    /**
     * @param highestInstrument the largest of their ids
     * @param depth entries of a side that are kept
     */
    Books(SnapshotForm form, int highestInstrument, int depth) {
        this.reader = new EntryReader(form);
        this.books = new PairBook[highestInstrument + 1];
        this.images = new byte[highestInstrument + 1][0];
        this.imageLengths = new int[highestInstrument + 1];
        this.unknownBecause = new long[highestInstrument + 1];
        for (int i = 0; i < books.length; i++) {
            books[i] = new PairBook(depth);
        }
    }

    /** A new session. */
    void clear() {
        for (int i = 0; i < books.length; i++) {
            empty(i);
        }
    }

    /** A snapshot arrived: nothing that was before counts. It stands from the body of a message to its trailer. */
    void image(int instrument, byte[] bytes, int start, int trailer) {
        int length = trailer - start;
        if (images[instrument].length < length + EightBytes.LENGTH) {
            images[instrument] = new byte[BitUtil.findNextPositivePowerOfTwo(length + EightBytes.LENGTH)];
        }
        System.arraycopy(bytes, start, images[instrument], 0, length);
        imageLengths[instrument] = length;
        unknownBecause[instrument] = KNOWN;
    }

    /** The counterparty says that a book has no entries. */
    void empty(int instrument) {
        books[instrument].clear();
        imageLengths[instrument] = 0;
        unknownBecause[instrument] = KNOWN;
    }

    /** Nobody knows any book. */
    void forget(long because) {
        for (int i = 0; i < books.length; i++) {
            forget(i, because);
        }
    }

    /** Nobody knows the book of a pair. */
    void forget(int instrument, long because) {
        imageLengths[instrument] = 0;
        unknownBecause[instrument] = because;
    }

    /** 0 for a book that is known, or why it is not. */
    long unknownBecause(int instrument) {
        return unknownBecause[instrument];
    }

    /** The book as the newest snapshot and all that followed left it. */
    PairBook of(int instrument) {
        PairBook book = books[instrument];
        int length = imageLengths[instrument];
        if (length > 0) {
            imageLengths[instrument] = 0;
            book.clear();
            reader.read(images[instrument], 0, length, TapTags.MD_ENTRY_TYPE, book);
        }
        return book;
    }

    /** Whether no book is unknown. */
    boolean allKnown() {
        for (long because : unknownBecause) {
            if (because != KNOWN) {
                return false;
            }
        }
        return true;
    }

    /** The pair whose book holds the entry, or {@link Symbols#UNKNOWN}. */
    int holding(Entry entry) {
        for (int i = 0; i < books.length; i++) {
            if (unknownBecause[i] == KNOWN && of(i).holds(entry)) {
                return i;
            }
        }
        return Symbols.UNKNOWN;
    }
}
