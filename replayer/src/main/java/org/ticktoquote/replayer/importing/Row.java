package org.ticktoquote.replayer.importing;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.price.Price;

/**
 * One quote of a tick file, with its instrument as a symbol.
 *
 * @param number line in a text, or record in a {@code .bi5}, from 1
 * @param symbol pair name, such as {@code EUR/USD}
 * @param venueTimeNs venue time, ns since 1970-01-01 UTC
 * @param bid bid price in units of 1e-9, or {@link Price#NONE}
 * @param ask like {@code bid}
 * @param bidQuantity quantity in units of the base currency, {@link #NO_QUANTITY} if the file has none
 * @param askQuantity like {@code bidQuantity}
 */
record Row(long number, String symbol, long venueTimeNs, long bid, long ask, long bidQuantity, long askQuantity) {
    /** Quantity that is absent from the file. */
    static final long NO_QUANTITY = -1;

    /** Returns true if the row has neither bid nor ask, and is therefore not a quote but another market event. */
    boolean isEmpty() {
        return bid == Price.NONE && ask == Price.NONE;
    }

    /** Returns the number of present sides with the given quantity, which can be {@link #NO_QUANTITY}. */
    int sidesOf(long quantity) {
        return (bid != Price.NONE && bidQuantity == quantity ? 1 : 0)
                + (ask != Price.NONE && askQuantity == quantity ? 1 : 0);
    }

    /** Returns the row with missing sides taken from the previous quote. */
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

    /** Reads the rows of one tick file in memory that does not grow with the file. */
    interface Reader extends Closeable {
        /**
         * Returns the next row, null at the end of the file.
         *
         * @throws BadValue if the row cannot be imported; the next call continues after it
         * @throws IOException if the file is damaged or unreadable; no further call is possible
         */
        @Nullable
        Row next() throws BadValue, IOException;

        /** Returns the number of the last row read, good or bad; 0 before the first. */
        long number();

        /** Returns the number of prices and quantities so far that a word such as NULL marks as absent. */
        default long nulls() {
            return 0;
        }

        /** Returns the number of quantities so far that lost a fraction. */
        default long rounded() {
            return 0;
        }
    }
}
