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

    /** What the gateway tells the throttle of a session; in order with the quotes of that session. */
    public sealed interface SubscriptionChange {
        int session();

        /** From now on; with the price there is, if there is one. A pair has one subscription: the newest takes over. */
        record Subscribe(Subscription subscription) implements SubscriptionChange {
            @Override
            public int session() {
                return subscription.session();
            }
        }

        /** The price there is, once; refused when there is none. */
        record Snapshot(Subscription subscription, String symbol) implements SubscriptionChange {
            @Override
            public int session() {
                return subscription.session();
            }
        }

        /** No more, where the subscription is still of that request. */
        record Unsubscribe(int session, int instrumentId, String requestId) implements SubscriptionChange {}

        /** The session is gone, and its subscriptions with it. */
        record LoggedOff(int session) implements SubscriptionChange {}
    }
}
