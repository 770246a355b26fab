package org.ticktoquote.pricing.publish;

import org.ticktoquote.fix.marketdata.RequestedBook;
/**
 * A session's wish for quotes of an instrument.
 *
 * @param logon the number of the logon that it was made in; it ends with it
 * @param requestId its name (262, 131), repeated in every price of most dialects
 */
public record Subscription(int session, int logon, int instrumentId, String requestId, RequestedBook book) {
    /** For the best bid and the best offer. */
    public Subscription(int session, int logon, int instrumentId, String requestId) {
        this(session, logon, instrumentId, requestId, RequestedBook.TOP);
    }
}
