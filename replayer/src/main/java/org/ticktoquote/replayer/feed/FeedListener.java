package org.ticktoquote.replayer.feed;

/** Who comes and goes on a feed that applications connect to; called on the feed's own thread, never on the pacer. */
public interface FeedListener {
    /** Hears nothing. */
    FeedListener NONE = new FeedListener() {
        @Override
        public void connected(String peer) {}

        @Override
        public void disconnected(String peer) {}
    };

    /** An application connected; market data reaches it from the next session, or the next quote of this one. */
    void connected(String peer);

    /** An application is gone. */
    void disconnected(String peer);
}
