package org.ticktoquote.wire.stream;

import java.net.InetSocketAddress;

/**
 * One direction of a TCP connection.
 *
 * @param number of the connection in the capture, from 0; the same for both directions
 * @param from who sends
 * @param to who receives
 * @param forward whether the sender opened the connection, or, where its begin is not in the capture, was seen first
 * @param fromStart whether the begin of the connection is in the capture
 */
public record Flow(int number, InetSocketAddress from, InetSocketAddress to, boolean forward, boolean fromStart) {
    /** The side that was connected to. */
    public InetSocketAddress server() {
        return forward ? to : from;
    }
}
