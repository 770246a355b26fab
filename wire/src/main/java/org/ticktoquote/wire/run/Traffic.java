package org.ticktoquote.wire.run;

import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.stream.StreamHandler;

/** What captures hold: the same, as often as it is asked for. */
public interface Traffic {
    /**
     * Hands on datagrams, and what TCP connections carried, in the order of their times.
     *
     * @return when the first and the last frame were on the wire
     */
    Span replay(PacketHandler datagrams, StreamHandler streams);

    /**
     * Time of a capture.
     *
     * @param fromNs of the first frame, ns since 1970-01-01 UTC
     * @param toNs of the last one
     */
    record Span(long fromNs, long toNs) {}
}
