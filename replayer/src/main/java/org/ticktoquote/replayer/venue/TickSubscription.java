package org.ticktoquote.replayer.venue;

/** That an application gets a market's ticks, under one request. Used with the gate held. */
final class TickSubscription {
    private final ApplicationLink link;
    private final VenueMarket market;
    private final View view;
    private final TickMessage message;

    /**
     * Of a market to a session.
     *
     * @param view of the market that was asked for
     * @param message what the ticks become
     */
    TickSubscription(ApplicationLink link, VenueMarket market, View view, TickMessage message) {
        this.link = link;
        this.market = market;
        this.view = view;
        this.message = message;
    }

    ApplicationLink link() {
        return link;
    }

    VenueMarket market() {
        return market;
    }

    TickMessage message() {
        return message;
    }

    /**
     * What is shown of a market.
     *
     * @param topOnly the best level, not each of them
     */
    record View(boolean bids, boolean offers, boolean topOnly, boolean increments) {}

    /** Makes the message of the market's staged tick. */
    void prepare() {
        if (view.increments()) {
            message.update(market.now(), market.next());
        } else {
            message.snapshot(market.now(), market.next());
        }
    }

    /** Shows the market as it is; nothing where there is no price. */
    void image(long nowMs) {
        if (!market.now().isEmpty()) {
            message.snapshot(market.now());
            link.queue(message, nowMs);
        }
    }
}
