package org.ticktoquote.replayer.feed;

/** Notified of applications that connect to a feed and disconnect. Called on the feed's own thread, never on the pacer. */
public interface FeedListener {
    FeedListener NONE = new FeedListener() {
        @Override
        public void connected(String peer) {}

        @Override
        public void disconnected(String peer) {}
    };

    /** An application connected. It receives market data from the next quote or, between sessions, from the next session. */
    void connected(String peer);

    /** An application disconnected. */
    void disconnected(String peer);

    /** All expected applications are connected and have sent their requests. */
    default void complete() {
        // most feeds cannot know
    }

    /** The feed rejected a request of an application. {@code what} names the fault and what was expected. */
    default void refused(String what) {
        // most feeds reject nothing
    }
}
