package org.ticktoquote.wire.packet;

import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.MutableLong;

/**
 * Packets in the frames of a capture, and the frames without one. Live: they change with every frame. Each frame is one of UDP,
 * TCP, duplicates, fragments, malformed, headless, other protocols and other links.
 */
public final class PacketCounts {
    /** All frames. */
    public long frames;

    /** Datagrams that were handed on. */
    public long udp;

    /** TCP segments that were handed on. */
    public long tcp;

    /** Datagrams and segments among them that the capture has a part of only. */
    public long cut;

    /** Packets that were captured again, and left out. */
    public long duplicates;

    /**
     * Packets without an identification that equal another one a short time before and were handed on, since a sender may have
     * sent both.
     */
    public long alike;

    /** Fragments that completed no packet. */
    public long fragments;

    /** Packets that were put together. */
    public long assembled;

    /** Packets of which fragments are missing. */
    public long incomplete;

    /** Fragments that overlap others, other than copies. The bytes that came first count. */
    public long overlapping;

    /** Frames whose headers contradict each other or end too early. */
    public long malformed;

    /** Frames that the capture cut within their headers. */
    public long headless;

    /** Frames with something else in them. */
    public long otherProtocols;

    /** Frames of interfaces whose kind is not known. */
    public long otherLinks;

    /**
     * TCP segments in IP packets longer than 1,500 bytes: several segments of the wire that the capturing host joined or had not
     * split yet, or jumbo frames.
     */
    public long offloaded;

    /** Frames in tunnels that were opened, by the tunnel's name. */
    public final Map<String, MutableLong> opened = new TreeMap<>();

    /** Frames in other tunnels, among those of other protocols. */
    public final Map<String, MutableLong> unopened = new TreeMap<>();
}
