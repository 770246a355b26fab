package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.collections.Object2IntHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.CaptureReader;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.Packets;
import org.ticktoquote.wire.stamp.StampFormat;
import org.ticktoquote.wire.stamp.Stamps;
import org.ticktoquote.wire.stream.Endpoints;
import org.ticktoquote.wire.stream.StreamDirection;
import org.ticktoquote.wire.stream.StreamLimits;
import org.ticktoquote.wire.stream.StreamReader;
import org.ticktoquote.wire.stream.Streams;

/**
 * One pass over captures: frames in order, with switch stamps if there are any, packets and streams. TCP packets
 * without a time belong to no stream. No allocation per packet.
 */
public final class CapturePass {
    /** Maximum number of address pairs that exchange datagrams. Further pairs get no number, so memory is bounded. */
    public static final int MAX_STREAMS = 1 << 16;

    public final Streams streams;
    public final Packets packets;
    public final Stamps stamps;
    public final CaptureCounts counts;
    /** Reason why the captures were not read to their end. */
    public @Nullable ProblemException damage;

    /** Link types of all frames. */
    public final BitSet linkTypes = new BitSet();
    /** Largest captured length of a truncated frame, in bytes. */
    public int longestCut;
    /** Earliest time of a frame; {@link Frame#NO_TIME} if no frame has a time. */
    public long fromNs = Frame.NO_TIME;
    /** Latest time of a frame. */
    public long toNs = Frame.NO_TIME;

    /** Datagrams of pairs without a number. */
    public long unlisted;

    /** Maximum number of frames to read. */
    private final long frames;

    private final Object2IntHashMap<Endpoints> flows = new Object2IntHashMap<>(-1);
    private final Endpoints probe = new Endpoints();

    private CapturePass(
            CaptureReader reader, Optional<StampFormat> ordered, PacketQueue queue, boolean all, long frames) {
        this.streams = new Streams(queue::opened, StreamLimits.DEFAULT);
        this.packets = new Packets(packet -> packet(packet, queue, all));
        this.stamps = new Stamps(ordered, this::frame);
        this.counts = reader.counts;
        this.frames = frames;
    }

    /**
     * Reads captures to their end, or up to their damage. Packets are found and streams reassembled on a second thread.
     *
     * @param receiver receives each packet, after the reader of its stream has received the bytes. Both are called on
     *     the caller's thread. TCP packets come without payload
     * @param opened returns the reader of each direction of a connection, before its first bytes
     * @param all true if {@code receiver} also receives TCP packets and datagrams without a time
     * @param frames maximum number of frames to read
     * @param stop returns true to end early; called for every frame, on the second thread
     * @throws ProblemException if a file cannot be read or is not a capture
     */
    public static CapturePass read(
            List<Path> files,
            Optional<StampFormat> ordered,
            Consumer<Packet> receiver,
            Function<StreamDirection, StreamReader> opened,
            boolean all,
            long frames,
            BooleanSupplier stop) {
        PacketQueue queue = new PacketQueue(opened, stop);
        try (CaptureReader reader = new CaptureReader(files)) {
            CapturePass pass = new CapturePass(reader, ordered, queue, all, frames);
            queue.transfer(() -> pass.findPackets(reader, queue), receiver);
            return pass;
        }
    }

    private void findPackets(CaptureReader reader, PacketQueue queue) {
        Consumer<Frame> stamped = stamps::frame;
        try {
            for (boolean more = true; more && !queue.isStopped(); ) {
                more = reader.advance(stamped);
            }
        } catch (ProblemException damaged) {
            damage = damaged;
        }
        stamps.end();
        streams.finish();
    }

    private void frame(Frame frame) {
        if (frame.number > frames) {
            return;
        }
        linkTypes.set(frame.linkType & 0xFFFF);
        longestCut = frame.length < frame.wireLength ? Math.max(longestCut, frame.length) : longestCut;
        if (frame.timeNs != Frame.NO_TIME) {
            fromNs = fromNs == Frame.NO_TIME ? frame.timeNs : Math.min(fromNs, frame.timeNs);
            toNs = Math.max(toNs, frame.timeNs);
        }
        packets.frame(frame);
    }

    private void packet(Packet packet, PacketQueue queue, boolean all) {
        packet.stream = -1;
        if (packet.protocol == Packet.UDP) {
            packet.stream = datagramPair(packet);
        } else if (packet.timeNs != Frame.NO_TIME) {
            streams.packet(packet);
            packet.stream = streams.connection;
        }
        if (all || packet.protocol == Packet.UDP && packet.timeNs != Frame.NO_TIME) {
            queue.packet(packet);
        }
    }

    /** Number of a datagram's pair of addresses, in the order of first datagrams; -1 if there are too many. */
    private int datagramPair(Packet packet) {
        int number = flows.getValue(probe.set(packet));
        if (number < 0 && flows.size() < MAX_STREAMS) {
            number = flows.size();
            flows.put(new Endpoints().set(packet), number);
        }
        unlisted += number < 0 ? 1 : 0;
        return number;
    }
}
