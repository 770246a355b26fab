package org.ticktoquote.core.net;

/** Side that binds the port of a market-data feed. The other side must know the port. */
public enum FeedBinding {
    /** The replayer listens, on a free port if the port is 0, and the application connects. */
    REPLAYER,
    /** The application binds a UDP port, to which the replayer sends. */
    APPLICATION_UDP,
    /** The application binds in a feed-specific way. */
    APPLICATION
}
