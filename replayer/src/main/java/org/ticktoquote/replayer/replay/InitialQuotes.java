package org.ticktoquote.replayer.replay;

import java.util.Arrays;
import java.util.BitSet;
import org.agrona.collections.LongArrayList;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.marketdata.QuoteDecoder;
import org.ticktoquote.replayer.recording.QuoteMessage;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Selects the quotes that give every instrument at every venue its top of book at the start of the window.
 *
 * <p>For each side of each pair of instrument and venue, selects the last quote before the window that has the side, or else
 * the first one from the start of the window, so that every pair of the recording has a price.
 */
final class InitialQuotes {
    private static final int BOTH = 2;

    private final Recording recording;
    private final BitSet found;
    private final int wanted;
    private final QuoteDecoder quote = new QuoteDecoder();
    private final LongArrayList indexes = new LongArrayList();

    private InitialQuotes(Recording recording) {
        this.recording = recording;
        this.wanted = BOTH * recording.instruments().size() * recording.venues().size();
        this.found = new BitSet(wanted);
    }

    /** Returns indexes in the recording, ascending. */
    static long[] before(Recording recording, Window window) {
        InitialQuotes initial = new InitialQuotes(recording);
        for (long index = window.first() - 1; index >= 0 && !initial.complete(); index--) {
            initial.select(index);
        }
        for (long index = window.first(); index < recording.count() && !initial.complete(); index++) {
            initial.select(index);
        }
        long[] indexes = initial.indexes.toLongArray();
        Arrays.sort(indexes);
        return indexes;
    }

    private boolean complete() {
        return found.cardinality() == wanted;
    }

    private void select(long index) {
        recording.wrap(quote, index);
        int sides = QuoteMessage.sides(recording.buffer(index), recording.offset(index));
        int market = BOTH * (quote.instrumentId() * recording.venues().size() + quote.venueId());
        boolean bid = (sides & TickRecord.BID) != 0 && isNew(market);
        boolean ask = (sides & TickRecord.ASK) != 0 && isNew(market + 1);
        if (bid || ask) {
            indexes.addLong(index);
        }
    }

    private boolean isNew(int side) {
        boolean isNew = !found.get(side);
        found.set(side);
        return isNew;
    }
}
