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

    /** Everybody who is expected is there and has asked for what it wants. */
    default void complete() {
        // most feeds cannot know
    }

    /** Something that was refused to an application: what, and what was expected. */
    default void refused(String what) {
        // most feeds refuse nothing
    }
}
