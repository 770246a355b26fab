package org.ticktoquote.replayer.venue;

/**
 * Subscription of a session to a market under a request. Callers hold the venue lock.
 *
 * @param message encodes the market's ticks
 */
record TickSubscription(ApplicationSession link, VenueMarket market, TickMessage message) {
    /** Encodes the market's staged tick. */
    void prepare() {
        message.write(market.now(), market.next());
    }

    /** Queues a snapshot of the market if it has a price. */
    void image(long nowMs) {
        if (!market.now().isEmpty()) {
            message.image(market.now());
            link.queue(message, nowMs);
        }
    }
}
