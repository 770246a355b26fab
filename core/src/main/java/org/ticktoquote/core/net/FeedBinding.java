package org.ticktoquote.core.net;

/** Who binds the port of a market-data feed: the other side must know where it is. */
public enum FeedBinding {
    /** The replayer listens, and takes a free port for port 0; the application connects. */
    REPLAYER,
    /** The application binds a UDP port, to which the replayer sends. */
    APPLICATION_UDP,
    /** The application binds, and nothing else is known of it. */
    APPLICATION
}
