package org.ticktoquote.wire.packet;

import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.MutableLong;

/**
 * Counts of packets and of frames without a packet. Live: they change with every frame. Each frame is counted as one of UDP,
 * TCP, duplicates, fragments, malformed, headless, other protocols and other links.
 */
public final class PacketCounts {
    /** All frames. */
    public long frames;

    /** Datagrams delivered. */
    public long udp;

    /** TCP segments delivered. */
    public long tcp;

    /** Packets captured more than once; the copies are dropped. */
    public long duplicates;

    /**
     * Packets without an identification that equal a packet shortly before. They are delivered, because the sender can have
     * sent both.
     */
    public long alike;

    /** Fragments that completed no packet. */
    public long fragments;

    /** Packets with missing fragments. */
    public long incomplete;

    /** Fragments that overlap others without being copies. The bytes captured first are used. */
    public long overlapping;

    /** Frames whose headers contradict each other or end too early. */
    public long malformed;

    /** Frames that the capture truncated within their headers. */
    public long headless;

    /** Frames with other content. */
    public long otherProtocols;

    /** Frames of interfaces with an unknown link type. */
    public long otherLinks;

    /**
     * TCP segments in IP packets longer than 1,500 bytes: segments that the capturing host joined or had not yet split, or
     * jumbo frames.
     */
    public long offloaded;

    /** Frames in decapsulated tunnels, by the tunnel's name. */
    public final Map<String, MutableLong> opened = new TreeMap<>();

    /** Frames in other tunnels, by the tunnel's name. Included in {@link #otherProtocols}. */
    public final Map<String, MutableLong> unopened = new TreeMap<>();
}
