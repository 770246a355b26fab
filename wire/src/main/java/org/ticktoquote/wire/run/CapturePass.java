package org.ticktoquote.wire.run;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.CaptureReader;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packet;
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

    private final Receiver receiver;
    private final long frames;
    private final Map<Endpoints, Integer> flows = new HashMap<>();
    private final Endpoints probe = new Endpoints();

    /** Takes what is in the captures. */
    public interface Receiver extends StreamHandler {
        /**
         * A packet, after its bytes were handed to the readers of its stream.
         *
         * @param number of its connection or datagram flow; -1 where it has none
         */
        void packet(Packet packet, int number);
    }

    private CapturePass(
            CaptureReader reader,
            Optional<StampFormat> ordered,
            Receiver receiver,
            long frames,
            @Nullable PacketQueue queue) {
        this.receiver = receiver;
        this.frames = frames;
        this.streams = new Streams(receiver);
        this.packets = new Packets(queue == null ? this::packet : queue);
        this.stamps = new Stamps(ordered, this::frame);
        this.counts = reader.counts();
    }

    /**
     * Reads captures up to their end, or to where they are damaged, on one thread.
     *
     * @param stop whether to end early; asked for every frame
     * @throws Refusal when a file cannot be read, or is no capture
     */
    public static CapturePass read(
            List<Path> files, Optional<StampFormat> ordered, Receiver receiver, BooleanSupplier stop) {
        try (CaptureReader reader = new CaptureReader(files)) {
            CapturePass pass = new CapturePass(reader, ordered, receiver, Long.MAX_VALUE, null);
            pass.findPackets(reader, stop);
            pass.streams.finish();
            return pass;
        }
    }

    /**
     * Likewise, with the packets found on a second thread. The receiver is called on the thread of the caller.
     *
     * @param frames how many frames are read at most
     */
    static CapturePass readOnTwoThreads(
            List<Path> files, Optional<StampFormat> ordered, Receiver receiver, long frames) {
        PacketQueue queue = new PacketQueue();
        try (CaptureReader reader = new CaptureReader(files)) {
            CapturePass pass = new CapturePass(reader, ordered, receiver, frames, queue);
            CompletableFuture<Void> finding = CompletableFuture.runAsync(
                    () -> queue.fill(() -> pass.findPackets(reader, queue::isAbandoned)), CapturePass::startFinder);
            try {
                queue.drain(pass::packet);
            } finally {
                queue.abandon();
                finding.join();
            }
            pass.streams.finish();
            return pass;
        }
    }

    private static void startFinder(Runnable finding) {
        Thread thread = new Thread(finding, "capture-reader");
        thread.setDaemon(true);
        thread.start();
    }

    private void findPackets(CaptureReader reader, BooleanSupplier stop) {
        try {
            boolean more = true;
            while (more && !stop.getAsBoolean()) {
                more = reader.advance(stamps);
            }
        } catch (Refusal damaged) {
            damage = damaged;
        }
        stamps.end();
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

    private void packet(Packet packet) {
        int number = -1;
        if (packet.protocol == Packet.UDP) {
            number = flow(packet);
        } else if (packet.timeNs != Frame.NO_TIME) {
            streams.packet(packet);
            number = streams.connection();
        }
        receiver.packet(packet, number);
    }

    /** The number of a datagram's pair of addresses, in the order of their first ones; -1 where there are too many. */
    private int flow(Packet packet) {
        @Nullable Integer known = flows.get(probe.set(packet));
        int number = known != null ? known : flows.size() == MOST ? -1 : flows.size();
        if (known == null && number >= 0) {
            flows.put(new Endpoints().set(packet), number);
        }
        return number;
    }
}
