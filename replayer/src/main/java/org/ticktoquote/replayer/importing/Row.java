package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.price.Price;

/**
 * One quote as a tick file states it, its instrument still a symbol.
 *
 * @param number of the row in its file, from 1: lines of a text, records of a {@code .bi5}
 * @param symbol as in {@code EUR/USD}
 * @param venueTimeNs since 1970-01-01 UTC
 * @param bid in units of 1e-9, or {@link Price#NONE}
 * @param ask like bid
 * @param bidQuantity in units of the base currency, {@link #UNSAID} when the file does not tell
 * @param askQuantity like bidQuantity
 */
record Row(long number, String symbol, long venueTimeNs, long bid, long ask, long bidQuantity, long askQuantity) {
    /** A quantity that the file does not tell. */
    static final long UNSAID = -1;

    /** Whether it is no quote: another event of the market, with other columns. */
    boolean isEmpty() {
        return bid == Price.NONE && ask == Price.NONE;
    }

    /** How many of its sides have a quantity that is said, or not said, so. */
    int sidesOf(long quantity) {
        return (bid != Price.NONE && bidQuantity == quantity ? 1 : 0)
                + (ask != Price.NONE && askQuantity == quantity ? 1 : 0);
    }

    /** The same, with the sides that it lacks from the quote before it. */
    Row completedBy(Row before) {
        boolean bidThere = bid != Price.NONE;
        boolean askThere = ask != Price.NONE;
        return bidThere && askThere
                ? this
                : new Row(
                        number,
                        symbol,
                        venueTimeNs,
                        bidThere ? bid : before.bid,
                        askThere ? ask : before.ask,
                        bidThere ? bidQuantity : before.bidQuantity,
                        askThere ? askQuantity : before.askQuantity);
    }

    /** The rows of one tick file, one after the other, in memory that does not grow with the file. */
    interface Reader extends Closeable {
        /**
         * The next row, null at the end of the file.
         *
         * @throws BadValue when the row cannot be imported; the next call goes on behind it
         * @throws IOException when the file is damaged or cannot be read; there is no going on
         */
        @Nullable
        Row next() throws BadValue, IOException;

        /** Number of the row that was read last, good or bad; 0 before the first. */
        long number();
    }
}
