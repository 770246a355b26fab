package org.ticktoquote.wire.stream;

import java.net.InetSocketAddress;

/**
 * One direction of a TCP connection.
 *
 * @param number number of the connection in the capture, from 0; the same for both directions
 * @param from sender
 * @param to receiver
 * @param forward true if the sender opened the connection, or was seen first if the start was not captured
 * @param fromStart true if the start of the connection was captured
 */
public record StreamDirection(
        int number, InetSocketAddress from, InetSocketAddress to, boolean forward, boolean fromStart) {
    /** Returns the address of the side that accepted the connection. */
    public InetSocketAddress server() {
        return forward ? to : from;
    }
}
