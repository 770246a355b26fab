package org.ticktoquote.pricing.fix;

/** What reaches the gateway's thread. */
public sealed interface GatewayEvent {
    /** A session asks for market data. */
    record Requested(MarketDataRequest request) implements GatewayEvent {}

    /** A session is gone. */
    record LoggedOff(int session) implements GatewayEvent {}

    /** Time to look at the requests that wait for their instruments. */
    record Review(long nowNs) implements GatewayEvent {}
}
