package org.ticktoquote.pricing.fix;

import org.ticktoquote.fix.marketdata.MarketDataRequest;

/** What reaches the gateway's thread. */
public sealed interface GatewayEvent {
    /**
     * A session asks for prices.
     *
     * @param logon the number of the logon that it came in
     * @param receivedNs monotonic
     */
    record Requested(int session, int logon, long receivedNs, MarketDataRequest request) implements GatewayEvent {}

    /** A session is there that is sent prices without asking; the number of its logon. */
    record LoggedOn(int session, int logon) implements GatewayEvent {}

    /** A session is gone. */
    record LoggedOff(int session) implements GatewayEvent {}

    /** Time to look at the requests that wait for their instruments. */
    record Review(long nowNs) implements GatewayEvent {}
}
