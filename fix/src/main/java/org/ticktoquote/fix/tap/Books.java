package org.ticktoquote.fix.tap;

import org.agrona.BitUtil;
import org.ticktoquote.fix.message.EightBytes;

/**
 * Books of one session between Logon and Logout, initially empty and known.
 *
 * <p>A snapshot is kept as its bytes, and parsed into its book only if an incremental refresh of the pair follows. A session
 * without refreshes costs no more than the copy. A book with missing messages is unknown until its next snapshot. One thread
 * at a time. Allocates only if a snapshot or a book is larger than any before of its pair.
 */
final class Books {
    private static final long KNOWN = 0;

    private final EntryReader reader;
    private final PairBook[] books;
    private final byte[][] images;
    private final int[] imageLengths;
    private final long[] unknownBecause;

    /**
     * @param highestInstrument largest id of the instruments
     * @param depth entries kept per side
     */
    Books(SessionFormat form, int highestInstrument, int depth) {
        this.reader = new EntryReader(form);
        this.books = new PairBook[highestInstrument + 1];
        this.images = new byte[highestInstrument + 1][0];
        this.imageLengths = new int[highestInstrument + 1];
        this.unknownBecause = new long[highestInstrument + 1];
        for (int i = 0; i < books.length; i++) {
            books[i] = new PairBook(depth, form.topOnly());
        }
    }

    /** Starts a new session. */
    void clear() {
        for (int i = 0; i < books.length; i++) {
            empty(i);
        }
    }

    /** Replaces a book with a snapshot, given as the bytes of a message from its body to its trailer. */
    void replace(int instrument, byte[] bytes, int start, int trailer) {
        int length = trailer - start;
        if (images[instrument].length < length + EightBytes.LENGTH) {
            images[instrument] = new byte[BitUtil.findNextPositivePowerOfTwo(length + EightBytes.LENGTH)];
        }
        System.arraycopy(bytes, start, images[instrument], 0, length);
        imageLengths[instrument] = length;
        unknownBecause[instrument] = KNOWN;
    }

    /** Empties a book and marks it as known. */
    void empty(int instrument) {
        books[instrument].clear();
        imageLengths[instrument] = 0;
        unknownBecause[instrument] = KNOWN;
    }

    /** Marks all books as unknown. */
    void markUnknown(long because) {
        for (int i = 0; i < books.length; i++) {
            markUnknown(i, because);
        }
    }

    /** Marks the book of a pair as unknown. */
    void markUnknown(int instrument, long because) {
        imageLengths[instrument] = 0;
        unknownBecause[instrument] = because;
    }

    /** Returns 0 for a known book, or the reason why it is unknown. */
    long unknownBecause(int instrument) {
        return unknownBecause[instrument];
    }

    /** Returns the book after its newest snapshot and all later refreshes. */
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

    /** Returns whether all books are known. */
    boolean allKnown() {
        for (long because : unknownBecause) {
            if (because != KNOWN) {
                return false;
            }
        }
        return true;
    }

    /** Returns the pair whose book contains the entry, or {@link Symbols#UNKNOWN}. */
    int holding(Entry entry) {
        for (int i = 0; i < books.length; i++) {
            if (unknownBecause[i] == KNOWN && of(i).holds(entry)) {
                return i;
            }
        }
        return Symbols.UNKNOWN;
    }
}
