package org.ticktoquote.replayer.venue;

/**
 * A request's subscription of a session to a market. Used with the gate held.
 *
 * @param message what the market's ticks become
 */
record TickSubscription(ApplicationLink link, VenueMarket market, TickMessage message) {
    /** Makes the message of the market's staged tick. */
    void prepare() {
        message.write(market.now(), market.next());
    }

    /** Sends the market as it is; nothing where there is no price. */
    void image(long nowMs) {
        if (!market.now().isEmpty()) {
            message.image(market.now());
            link.queue(message, nowMs);
        }
    }
}
