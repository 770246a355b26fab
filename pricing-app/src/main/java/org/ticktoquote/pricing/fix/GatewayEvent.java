package org.ticktoquote.pricing.fix;

import org.ticktoquote.fix.marketdata.MarketDataRequest;

/** Event for the gateway's thread. */
public sealed interface GatewayEvent {
    /**
     * A session requests prices.
     *
     * @param logon number of the logon in which the request came
     * @param receivedNs monotonic time of receipt
     */
    record Requested(int session, int logon, long receivedNs, MarketDataRequest request) implements GatewayEvent {}

    /** A session of a dialect without requests has logged on. {@code logon} is the number of its logon. */
    record LoggedOn(int session, int logon) implements GatewayEvent {}

    /** A session logged off. */
    record LoggedOff(int session) implements GatewayEvent {}

    /** Requests that wait for their instruments are due for a review. */
    record Review(long nowNs) implements GatewayEvent {}
}
