package org.ticktoquote.wire.stream;

import org.jspecify.annotations.Nullable;
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
    private final StreamHandler handler;
    private final StreamLimits limits;
    private final StreamCounts counts = new StreamCounts();
    private final Segment.Pool pool;
    private final DeliveredBytes delivered;
    private final ConnectionTable connections = new ConnectionTable();
    private int number;
    private long nowNs;

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
        counts.segments++;
        TcpConnection connection = connections.find(packet);
        if (connection == null) {
            connection = begin(packet, null);
        } else if (!connection.ended()) {
            connections.touch(connection);
        }
        if (packet.has(Packet.SYN) && isOther(connection, packet)) {
            connection = begin(packet, connection);
        }
        if (!segment(connection, packet)) {
            segment(begin(packet, connection), packet);
        }
    }

    private static boolean isOther(TcpConnection connection, Packet packet) {
        TcpDirection sender = connection.sender(packet);
        return sender.isOther(packet, connection.other(sender));
    }

    /** Returns false where the segment belongs to another connection of the same ports. */
    private boolean segment(TcpConnection connection, Packet packet) {
        boolean endedBefore = connection.ended();
        TcpDirection sender = connection.sender(packet);
        TcpDirection peer = connection.other(sender);
        sender.arrived(packet, peer, nowNs);
        boolean belongs = true;
        if (packet.has(Packet.RST)) {
            reset(connection, sender, packet);
        } else {
            if (packet.has(Packet.SYN)) {
                sender.synchronise(packet);
            }
            if (packet.has(Packet.ACK)) {
                counts.outside += peer.acknowledge(packet.acknowledged, nowNs) ? 0 : 1;
            }
            belongs = sender.data(packet, peer, nowNs);
        }
        if (belongs && !endedBefore && connection.ended()) {
            connections.release(connection);
        }
        return belongs;
    }

    private void reset(TcpConnection connection, TcpDirection sender, Packet packet) {
        if (sender.acceptsReset(packet.sequence)) {
            connection.giveUp(StreamEnd.RESET, nowNs);
        } else {
            counts.outside++;
            counts.outsideResets++;
        }
    }

    private TcpConnection begin(Packet first, @Nullable TcpConnection before) {
        TcpConnection connection = before;
        if (connection == null && connections.size() >= limits.connections()) {
            connection = connections.oldest();
        }
        if (connection != null) {
            end(connection, before == null ? StreamEnd.FORGOTTEN : StreamEnd.REPLACED);
            connections.remove(connection);
        } else {
            connection = new TcpConnection(this);
        }
        connection.begin(first, number++);
        connections.add(connection);
        counts.connections++;
        counts.connectionsFromStart += first.has(Packet.SYN) ? 1 : 0;
        return connection;
    }

    private void end(TcpConnection connection, StreamEnd how) {
        if (!connection.ended()) {
            counts.replaced += how == StreamEnd.REPLACED ? 1 : 0;
            counts.forgotten += how == StreamEnd.FORGOTTEN ? 1 : 0;
        }
        counts.oneDirectional += connection.oneDirectional() ? 1 : 0;
        connection.giveUp(how, nowNs);
    }

    /** Ends all streams, at the end of the capture. */
    public void finish() {
        for (TcpConnection some = connections.oldest(); some != null; some = connections.oldest()) {
            end(some, StreamEnd.CUT_OFF);
            connections.remove(some);
        }
    }

    /** Live counts. */
    public StreamCounts counts() {
        return counts;
    }

    StreamLimits limits() {
        return limits;
    }

    Segment.Pool pool() {
        return pool;
    }

    DeliveredBytes delivered() {
        return delivered;
    }

    StreamReader open(TcpConnection connection, TcpDirection direction) {
        return handler.opened(connection.flow(direction));
    }
}
