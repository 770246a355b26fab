package org.ticktoquote.fix.marketdata;

/**
 * Part of a book that a request asks for.
 *
 * @param topOnly the best level only
 */
public record RequestedBook(boolean topOnly, boolean bids, boolean offers) {
    /** Best bid and best offer. */
    public static final RequestedBook TOP = new RequestedBook(true, true, true);
}
