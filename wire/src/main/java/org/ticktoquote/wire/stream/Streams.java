package org.ticktoquote.wire.stream;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketHandler;

/**
 * Puts the TCP connections of a capture together and hands each direction's bytes to the reader chosen for it.
 *
 * <p>Each byte is delivered once, in the order of its sender, with the time and frame of its first transmission; of
 * overlapping segments the first one seen wins. Bytes that the capture does not have are a hole: when they are
 * acknowledged, or when a bound of {@link StreamLimits} is passed. Packets other than TCP are ignored.
 *
 * <p>Bytes in order are handed on in place. Nothing is allocated for a packet but the first ones of a connection, and
 * memory is bounded. One thread at a time.
 */
public final class Streams implements PacketHandler {
    /** Live counts. */
    public final StreamCounts counts = new StreamCounts();

    /** In the order of their last packets. */
    private final Map<Endpoints, StreamConnection> connections = new LinkedHashMap<>(1 << 6, 0.5f, true);
    /** Of these the ones that have ended: the first to be forgotten. */
    private final Set<StreamConnection> ended = new LinkedHashSet<>();

    private final Endpoints probe = new Endpoints();
    private int current = -1;

    final StreamHandler handler;
    final StreamLimits limits;
    final Segment.Pool pool;
    final DeliveredBytes delivered;
    /** Time of the last packet that has one. */
    long nowNs;

    /** With the limits of the product. */
    public Streams(StreamHandler handler) {
        this(handler, StreamLimits.DEFAULT);
    }

    public Streams(StreamHandler handler, StreamLimits limits) {
        this.handler = handler;
        this.limits = limits;
        pool = new Segment.Pool(limits.totalBytes());
        delivered = new DeliveredBytes(limits.deliveredBytes());
    }

    @Override
    public void packet(Packet packet) {
        if (packet.protocol != Packet.TCP) {
            return;
        }
        if (packet.timeNs != Frame.NO_TIME) {
            nowNs = packet.timeNs;
        }
        StreamConnection connection = connections.get(probe.set(packet));
        boolean other = connection != null
                && packet.has(Packet.SYN)
                && connection.sender(probe).isOther(packet);
        if (connection == null || other) {
            connection = begin(packet);
        }
        if (!segment(connection, packet)) {
            connection = begin(packet);
            segment(connection, packet);
        }
        current = connection.number;
    }

    /** Returns the number of the connection that the last segment belongs to; -1 before the first one. */
    public int connection() {
        return current;
    }

    /** Returns false where the segment belongs to another connection of the same ports. */
    private boolean segment(StreamConnection connection, Packet packet) {
        TcpDirection sender = connection.sender(probe);
        boolean endedBefore = connection.ended();
        sender.arrived();
        boolean belongs = true;
        if (packet.has(Packet.RST)) {
            if (sender.acceptsReset(packet.sequence)) {
                sender.giveUp(StreamEnd.RESET);
                sender.peer().giveUp(StreamEnd.RESET_BY_PEER);
            } else {
                counts.outside++;
            }
        } else if (sender.ended && sender.resetAhead) {
            return false;
        } else {
            if (packet.has(Packet.SYN)) {
                sender.synchronise(packet);
            }
            if (packet.has(Packet.ACK)) {
                counts.outside += sender.peer().acknowledge(packet.acknowledged, nowNs) ? 0 : 1;
            }
            belongs = sender.data(packet);
        }
        if (belongs && !endedBefore && connection.ended()) {
            ended.add(connection);
        }
        return belongs;
    }

    /** Begins a connection with its first packet, in place of one with the same ports or of the one to forget. */
    private StreamConnection begin(Packet first) {
        StreamConnection replaced = connections.get(probe);
        if (replaced != null) {
            remove(replaced, StreamEnd.REPLACED);
        } else if (connections.size() >= limits.connections()) {
            Collection<StreamConnection> oldest = ended.isEmpty() ? connections.values() : ended;
            remove(oldest.iterator().next(), StreamEnd.FORGOTTEN);
        }
        StreamConnection connection = new StreamConnection(this, first, (int) counts.connections++);
        connections.put(connection.endpoints, connection);
        counts.connectionsFromStart += first.has(Packet.SYN) ? 1 : 0;
        return connection;
    }

    private void remove(StreamConnection connection, StreamEnd how) {
        if (!connection.ended()) {
            counts.replaced += how == StreamEnd.REPLACED ? 1 : 0;
            counts.forgotten += how == StreamEnd.FORGOTTEN ? 1 : 0;
        }
        counts.oneDirectional += connection.oneDirectional() ? 1 : 0;
        connection.giveUp(how);
        connections.remove(connection.endpoints);
        ended.remove(connection);
    }

    /** Ends all streams, at the end of the capture. */
    public void finish() {
        List.copyOf(connections.values()).forEach(connection -> remove(connection, StreamEnd.CUT_OFF));
    }
}
