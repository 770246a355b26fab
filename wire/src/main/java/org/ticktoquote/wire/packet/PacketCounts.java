package org.ticktoquote.wire.packet;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Packets in the frames of a capture, and the frames without one. Each frame is one of UDP, TCP, duplicates, fragments,
 * malformed, headless, other protocols and other links.
 *
 * @param frames all of them
 * @param udp datagrams that were handed on
 * @param tcp segments that were handed on
 * @param cut datagrams and segments among them that the capture has a part of only
 * @param duplicates packets that were captured again, and left out
 * @param alike packets without an identification that equal another one a short time before and were handed on, since a sender
 *     may have sent both
 * @param fragments fragments that completed no packet
 * @param assembled packets that were put together
 * @param incomplete packets of which fragments are missing
 * @param overlapping fragments that overlap others, other than copies; the bytes that came first count
 * @param malformed frames whose headers contradict each other or end too early
 * @param headless frames that the capture cut within their headers
 * @param otherProtocols frames with something else in them
 * @param otherLinks frames of interfaces whose kind is not known
 * @param offloaded TCP segments in IP packets longer than 1,500 bytes: several segments of the wire that the capturing host
 *     joined or had not split yet, or jumbo frames
 * @param opened frames in tunnels that were opened, by the tunnel's name
 * @param unopened frames in other tunnels, among those of other protocols
 */
public record PacketCounts(
        long frames,
        long udp,
        long tcp,
        long cut,
        long duplicates,
        long alike,
        long fragments,
        long assembled,
        long incomplete,
        long overlapping,
        long malformed,
        long headless,
        long otherProtocols,
        long otherLinks,
        long offloaded,
        Map<String, Long> opened,
        Map<String, Long> unopened) {
    public PacketCounts {
        opened = Collections.unmodifiableMap(new LinkedHashMap<>(opened));
        unopened = Collections.unmodifiableMap(new LinkedHashMap<>(unopened));
    }
}
