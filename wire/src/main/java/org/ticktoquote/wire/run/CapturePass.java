package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.agrona.collections.Object2IntHashMap;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.CaptureReader;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.packet.Packets;
import org.ticktoquote.wire.stamp.StampFormat;
import org.ticktoquote.wire.stamp.Stamps;
import org.ticktoquote.wire.stream.Endpoints;
import org.ticktoquote.wire.stream.StreamHandler;
import org.ticktoquote.wire.stream.Streams;

/**
 * Reads captures once: frames in order, with the stamps of a switch where there are some, packets, streams. Packets without a
 * time belong to no stream. No allocation for a packet.
 */
public final class CapturePass {
    /** Pairs of addresses that exchange datagrams; further ones have no number, so that memory is bounded. */
    public static final int MOST = 1 << 16;

    public final Streams streams;
    public final Packets packets;
    public final Stamps stamps;
    public final CaptureCounts counts;
    /** Why the captures were not read to their end. */
    public @Nullable Refusal damage;

    /** Of all frames. */
    public final BitSet linkTypes = new BitSet();
    /** Bytes that the capture has of a frame that it cut, at most. */
    public int longestCut;
    /** The earliest time of a frame; {@link Frame#NO_TIME} where none has a time. */
    public long fromNs = Frame.NO_TIME;
    /** The latest time of a frame. */
    public long toNs = Frame.NO_TIME;

    /** Datagrams without a number. */
    public long unlisted;

    /** Frames that are read at most. */
    private long frames;

    private final Object2IntHashMap<Endpoints> flows = new Object2IntHashMap<>(-1);
    private final Endpoints probe = new Endpoints();

    private CapturePass(CaptureReader reader, Optional<StampFormat> ordered, PacketQueue queue) {
        this.streams = new Streams(queue);
        this.packets = new Packets(packet -> packet(packet, queue));
        this.stamps = new Stamps(ordered, this::frame);
        this.counts = reader.counts;
    }

    /**
     * Reads captures up to their end, or to where they are damaged. Packets and streams are put together on a second
     * thread.
     *
     * @param receiver takes each packet after the reader of its stream had its bytes, both on the thread of the caller; without
     *     the payload of TCP
     * @param frames how many frames are read at most
     * @param stop whether to end early; asked for every frame, on the second thread
     * @throws Refusal when a file cannot be read, or is no capture
     */
    public static CapturePass read(
            List<Path> files,
            Optional<StampFormat> ordered,
            PacketHandler receiver,
            StreamHandler opened,
            long frames,
            BooleanSupplier stop) {
        PacketQueue queue = new PacketQueue(opened, stop);
        try (CaptureReader reader = new CaptureReader(files)) {
            CapturePass pass = new CapturePass(reader, ordered, queue);
            pass.frames = frames;
            queue.transfer(() -> pass.findPackets(reader, queue), receiver);
            return pass;
        }
    }

    private void findPackets(CaptureReader reader, PacketQueue queue) {
        try {
            for (boolean more = true; more && !queue.isStopped(); ) {
                more = reader.advance(stamps);
            }
        } catch (Refusal damaged) {
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

    private void packet(Packet packet, PacketHandler queue) {
        packet.conversation = -1;
        if (packet.protocol == Packet.UDP) {
            packet.conversation = flow(packet);
        } else if (packet.timeNs != Frame.NO_TIME) {
            streams.packet(packet);
            packet.conversation = streams.connection;
        }
        queue.packet(packet);
    }

    /** The number of a datagram's pair of addresses, in the order of their first ones; -1 where there are too many. */
    private int flow(Packet packet) {
        int number = flows.getValue(probe.set(packet));
        if (number < 0 && flows.size() < MOST) {
            number = flows.size();
            flows.put(new Endpoints().set(packet), number);
        }
        unlisted += number < 0 ? 1 : 0;
        return number;
    }
}
