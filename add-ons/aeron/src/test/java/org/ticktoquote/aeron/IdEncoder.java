package org.ticktoquote.aeron;

import org.agrona.MutableDirectBuffer;
import org.ticktoquote.replayer.feed.FeedTick;
import org.ticktoquote.replayer.feed.TickEncoder;

/** A user's protocol: the number of the tick and nothing else. */
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
