package org.ticktoquote.wire.stream;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.ticktoquote.wire.packet.Packet;

/**
 * Reassembles the TCP connections of a capture and hands each direction's bytes to the reader chosen for it.
 *
 * <p>Each byte is delivered once, in the order of its sender, with the time and frame of its first transmission. If segments
 * overlap, the first one seen counts. Bytes that the capture lacks are a hole once they are acknowledged or a bound of
 * {@link StreamLimits} is passed.
 *
 * <p>Bytes in order are handed on in place. Only the first packets of a connection allocate, and memory is bounded. One
 * thread at a time.
 */
public final class Streams {
    /** Live counts. */
    public final StreamCounts counts = new StreamCounts();

    /** Connections by the endpoints of their first packet, in the order of their last packet. */
    private final Map<Endpoints, TcpDirection> connections = new LinkedHashMap<>(1 << 6, 0.5f, true);
    /** Connections that have ended; the first to be forgotten. */
    private final Set<TcpDirection> ended = new LinkedHashSet<>();

    private final Endpoints probe = new Endpoints();
    /** Number of the connection of the last segment; -1 before the first one. */
    public int connection = -1;

    final Function<StreamDirection, StreamReader> handler;
    final StreamLimits limits;
    private final List<Segment> unused = new ArrayList<>();
    /** Number of segments that wait, of all directions. */
    long waiting;

    final DeliveredBytes delivered;
    /** Time of the last segment. */
    long nowNs;

    public Streams(Function<StreamDirection, StreamReader> handler, StreamLimits limits) {
        this.handler = handler;
        this.limits = limits;
        delivered = new DeliveredBytes(limits.ringBytes());
    }

    /** @param packet TCP segment with a time */
    public void packet(Packet packet) {
        nowNs = packet.timeNs;
        TcpDirection known = connections.get(probe.set(packet));
        if (known == null || packet.has(Packet.SYN) && sender(known).startsAnother(packet)) {
            known = begin(packet);
        }
        if (!segment(known, packet)) {
            known = begin(packet);
            segment(known, packet);
        }
        connection = known.number;
    }

    private TcpDirection sender(TcpDirection connection) {
        return connection.endpoints.isForward(probe) ? connection : connection.peer;
    }

    /** Returns false if the segment belongs to another connection on the same ports. */
    private boolean segment(TcpDirection connection, Packet packet) {
        TcpDirection sender = sender(connection);
        boolean endedBefore = connection.bothEnded();
        sender.onSegment();
        boolean belongs = true;
        if (packet.has(Packet.RST)) {
            if (sender.acceptsReset(packet.sequence)) {
                sender.abort(StreamEnd.RESET);
                sender.peer.abort(StreamEnd.RESET_BY_PEER);
            }
        } else if (sender.ended && sender.resetAhead) {
            return false;
        } else {
            if (packet.has(Packet.SYN)) {
                sender.synchronise(packet);
            }
            if (packet.has(Packet.ACK)) {
                sender.peer.acknowledge(packet.acknowledged, nowNs);
            }
            belongs = sender.data(packet);
        }
        if (belongs && !endedBefore && connection.bothEnded()) {
            ended.add(connection);
        }
        return belongs;
    }

    /**
     * Begins a connection with its first packet. Replaces a connection on the same ports, or forgets one if there are too
     * many.
     */
    private TcpDirection begin(Packet first) {
        TcpDirection replaced = connections.get(probe);
        if (replaced != null) {
            remove(replaced, StreamEnd.REPLACED);
        } else if (connections.size() >= limits.connections()) {
            Collection<TcpDirection> oldest = ended.isEmpty() ? connections.values() : ended;
            remove(oldest.iterator().next(), StreamEnd.FORGOTTEN);
        }
        boolean opens = !first.has(Packet.SYN) || !first.has(Packet.ACK);
        int number = (int) counts.connections++;
        TcpDirection connection = new TcpDirection(this, number, opens, first.from, first.to);
        TcpDirection peer = new TcpDirection(this, number, !opens, first.to, first.from);
        peer.peer = connection;
        connection.peer = peer;
        connections.put(connection.endpoints, connection);
        counts.connectionsFromStart += first.has(Packet.SYN) ? 1 : 0;
        return connection;
    }

    private void remove(TcpDirection connection, StreamEnd how) {
        counts.forgotten += how == StreamEnd.FORGOTTEN && !connection.bothEnded() ? 1 : 0;
        counts.oneDirectional += connection.seen != connection.peer.seen ? 1 : 0;
        connection.abort(how);
        connection.peer.abort(how);
        connections.remove(connection.endpoints);
        ended.remove(connection);
    }

    /** Returns a segment for waiting bytes; allocates if none can be reused. */
    Segment take() {
        waiting++;
        return unused.isEmpty() ? new Segment() : unused.remove(unused.size() - 1);
    }

    /** Takes back a segment that does not wait any longer. */
    void give(Segment segment) {
        waiting--;
        unused.add(segment);
    }

    /** Ends all streams at the end of the capture. */
    public void finish() {
        List.copyOf(connections.values()).forEach(connection -> remove(connection, StreamEnd.CUT_OFF));
    }
}
