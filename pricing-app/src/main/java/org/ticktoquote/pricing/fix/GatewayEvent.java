package org.ticktoquote.pricing.fix;

import org.ticktoquote.pricing.dialect.PriceRequest;

/** What reaches the gateway's thread. */
public sealed interface GatewayEvent {
    /** A session asks for prices. */
    record Requested(PriceRequest request) implements GatewayEvent {}

    /** A session is there that is sent prices without asking; the number of its logon. */
    record LoggedOn(int session, int logon) implements GatewayEvent {}

    /** A session is gone. */
    record LoggedOff(int session) implements GatewayEvent {}

    /** Time to look at the requests that wait for their instruments. */
    record Review(long nowNs) implements GatewayEvent {}
}
