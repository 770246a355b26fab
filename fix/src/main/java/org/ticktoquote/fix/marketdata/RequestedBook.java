package org.ticktoquote.fix.marketdata;

/**
 * The part of a market that a request asks for.
 *
 * @param topOnly the best level, and not all
 */
public record RequestedBook(boolean topOnly, boolean bids, boolean offers) {
    /** The best bid and the best offer. */
    public static final RequestedBook TOP = new RequestedBook(true, true, true);
}
