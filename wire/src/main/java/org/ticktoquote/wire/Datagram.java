package org.ticktoquote.wire;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A UDP datagram of a capture.
 *
 * @param offset of its record in the unpacked file, in bytes
 * @param timeNs on the wire, since 1970-01-01 UTC; {@link #NO_TIME} where the capture has none, or one that cannot be
 * @param late whether it comes behind datagrams of later times, by more than the window in which they are sorted
 * @param identification of its IP packet; 0 where there is none
 * @param payload what the sender sent, from 0 to its limit; read-only
 * @param cut bytes of the payload that the capture does not have
 */
public record Datagram(
        long offset,
        long timeNs,
        boolean late,
        InetSocketAddress from,
        InetSocketAddress to,
        int identification,
        ByteBuffer payload,
        int cut) {

    /** No time is known. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** Whether its time is known. */
    public boolean timed() {
        return timeNs != NO_TIME;
    }

    Datagram lateOne() {
        return new Datagram(offset, timeNs, true, from, to, identification, payload, cut);
    }
}
