package org.ticktoquote.wire;

import java.util.Map;

/**
 * What became of the frames of a capture.
 *
 * @param frames that the file has
 * @param datagrams whole UDP datagrams among them, repeated ones included
 * @param cutDatagrams datagrams of which the capture has a part only
 * @param fragments fragments of IP packets, which are not put together
 * @param malformed frames whose headers contradict each other or end too early
 * @param otherProtocols frames with something else in them
 * @param otherLinks frames of interfaces whose kind is not known
 * @param tunnels frames that wrap other frames, by the name of what they are wrapped in: among those of other protocols, and
 *     where they go over UDP among the datagrams
 * @param duplicates datagrams that were captured twice, and left out the second time
 * @param reordered datagrams that came behind others of later times, and were put in order
 * @param late the same, beyond the window in which they could be
 * @param untimed datagrams without a time, or with a fraction of a second that is a second or more
 * @param cutAt where the file ends in the middle of a record; -1 when it is whole
 */
public record CaptureCounts(
        long frames,
        long datagrams,
        long cutDatagrams,
        long fragments,
        long malformed,
        long otherProtocols,
        long otherLinks,
        Map<String, Long> tunnels,
        long duplicates,
        long reordered,
        long late,
        long untimed,
        long cutAt) {

    /** Whether the file ends with a whole record. */
    public boolean whole() {
        return cutAt < 0;
    }
}
