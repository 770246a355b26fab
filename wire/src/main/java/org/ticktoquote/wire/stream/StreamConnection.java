package org.ticktoquote.wire.stream;

import java.net.InetSocketAddress;
import org.ticktoquote.wire.packet.Packet;

/** Both directions of a TCP connection. */
final class StreamConnection {
    final Endpoints endpoints;
    final int number;
    private final boolean opener;
    private final TcpDirection forward;
    private final TcpDirection backward;

    /** Begins with its first packet. */
    StreamConnection(Streams streams, Packet first, int number) {
        this.endpoints = new Endpoints().set(first);
        this.number = number;
        opener = !(first.has(Packet.SYN) && first.has(Packet.ACK));
        forward = new TcpDirection(streams, this);
        backward = new TcpDirection(streams, this);
    }

    TcpDirection sender(Endpoints packet) {
        return endpoints.isForward(packet) ? forward : backward;
    }

    TcpDirection other(TcpDirection direction) {
        return direction == forward ? backward : forward;
    }

    boolean ended() {
        return forward.ended && backward.ended;
    }

    boolean oneDirectional() {
        return forward.seen != backward.seen;
    }

    void giveUp(StreamEnd how) {
        forward.giveUp(how);
        backward.giveUp(how);
    }

    /** Describes a direction to its reader. */
    Flow flow(TcpDirection direction) {
        boolean ahead = direction == forward;
        InetSocketAddress from = endpoints.from.socket();
        InetSocketAddress to = endpoints.to.socket();
        return new Flow(number, ahead ? from : to, ahead ? to : from, ahead == opener, direction.fromStart);
    }
}
