package org.ticktoquote.aeron;

import org.agrona.MutableDirectBuffer;
import org.ticktoquote.replayer.feed.FeedTick;
import org.ticktoquote.replayer.feed.TickEncoder;

/** A user's protocol that sends only the id of the tick. */
public final class IdEncoder implements TickEncoder {
    @Override
    public String protocol() {
        return "ids";
    }

    @Override
    public int tick(FeedTick tick, MutableDirectBuffer to) {
        to.putLong(0, tick.id());
        return Long.BYTES;
    }
}
