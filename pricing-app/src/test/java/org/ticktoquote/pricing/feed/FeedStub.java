package org.ticktoquote.pricing.feed;

import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.pricing.feed.FeedReceiver.FeedPacket;

/** Feed without a socket that decodes and sequences messages. */
public final class FeedStub {
    private final InstrumentDirectory instruments = new InstrumentDirectory();
    private final FeedCounters counters = new FeedCounters();
    private final Decoder decoder = new Decoder(new Sequencer(tick -> {}, instruments, counters), counters);

    public InstrumentDirectory instruments() {
        return instruments;
    }

    public void receive(FeedBytes datagram) {
        decoder.put(new FeedPacket(new UnsafeBuffer(datagram.bytes()), true, 0));
    }
}
