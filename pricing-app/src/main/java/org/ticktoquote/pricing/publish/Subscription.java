package org.ticktoquote.pricing.publish;

import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;

/**
 * Subscription of a session to an instrument.
 *
 * @param logon number of the session's logon; the subscription ends when the session logs off
 * @param requestId id of the request (262, 131), which most dialects echo in every price
 */
public record Subscription(int session, int logon, int instrumentId, String requestId, RequestedBook book) {
    /** Creates a subscription to the best bid and the best offer. */
    public Subscription(int session, int logon, int instrumentId, String requestId) {
        this(session, logon, instrumentId, requestId, RequestedBook.TOP);
    }

    /** Change of a session's subscriptions, passed from the gateway to the throttle and applied in sequence with its quotes. */
    public sealed interface SubscriptionChange {
        int session();

        /**
         * Subscribes, starting with the current price if there is one. Replaces the session's subscription to the same pair.
         */
        record Subscribe(Subscription subscription) implements SubscriptionChange {
            @Override
            public int session() {
                return subscription.session();
            }
        }

        /** Sends the current price once. Rejected if there is none. */
        record Snapshot(Subscription subscription, String symbol) implements SubscriptionChange {
            @Override
            public int session() {
                return subscription.session();
            }
        }

        /** Ends the subscription if it belongs to that request. */
        record Unsubscribe(int session, int instrumentId, String requestId) implements SubscriptionChange {}

        /** The session logged off, which ends its subscriptions. */
        record LoggedOff(int session) implements SubscriptionChange {}
    }
}
