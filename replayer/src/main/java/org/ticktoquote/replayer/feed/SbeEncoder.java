package org.ticktoquote.replayer.feed;

import org.agrona.MutableDirectBuffer;
import org.ticktoquote.replayer.recording.QuoteMessage;

/** The messages of t2q's own feed, each as it is: a message header and a block. One thread uses it; a tick allocates nothing. */
final class SbeEncoder implements TickEncoder {
    private final SessionMessages messages = new SessionMessages();
    private long session;

    @Override
    public String protocol() {
        return "sbe";
    }

    @Override
    public int tick(FeedTick tick, MutableDirectBuffer to) {
        tick.copyTo(to);
        return QuoteMessage.LENGTH;
    }

    @Override
    public void opening(SessionOpening opening, MessageSink sink) {
        session = opening.session();
        messages.opening(opening, sink);
    }

    @Override
    public void heartbeat(long nextTickId, MessageSink sink) {
        messages.heartbeat(nextTickId, sink);
    }

    @Override
    public void end(long lastTickId, MessageSink sink) {
        messages.end(session, lastTickId, sink);
    }
}
