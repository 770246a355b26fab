package org.ticktoquote.replayer.importing;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.wire.capture.CaptureCounts;
import org.ticktoquote.wire.capture.CaptureReader;
import org.ticktoquote.wire.capture.Frame;
import org.ticktoquote.wire.packet.Packet;
import org.ticktoquote.wire.packet.PacketCounts;
import org.ticktoquote.wire.packet.Packets;

/** A capture with its next datagram. */
final class CaptureFile implements AutoCloseable {
    private final Path file;
    private final CaptureReader reader;
    private final Packets packets = new Packets(this::take);
    private @Nullable Datagram next;
    private long frameAt;
    private long late;

    /**
     * A UDP datagram.
     *
     * @param at of the record of its frame, or its last fragment, in the unpacked file, in bytes
     * @param timeNs when it was captured, or {@link Frame#NO_TIME}
     * @param late whether it comes after others of later times, by more than the window in which they are sorted
     * @param payload what the sender sent, from 0 to its limit; read-only
     * @param cut bytes of the payload that the capture does not have
     */
    record Datagram(long at, long timeNs, boolean late, InetSocketAddress to, ByteBuffer payload, int cut) {
        /** That of a packet, copied. */
        static Datagram of(Packet packet, long at, boolean late) {
            byte[] payload = new byte[packet.length];
            packet.buffer.getBytes(packet.offset, payload);
            return new Datagram(
                    at,
                    packet.timeNs,
                    late,
                    packet.to.socket(),
                    ByteBuffer.wrap(payload).asReadOnlyBuffer(),
                    packet.wireLength - packet.length);
        }

        boolean timed() {
            return timeNs != Frame.NO_TIME;
        }
    }

    private CaptureFile(Path file, CaptureReader reader) {
        this.file = file;
        this.reader = reader;
    }

    static CaptureFile open(Path file) {
        CaptureFile opened = new CaptureFile(file, new CaptureReader(List.of(UserPath.regularInput(file))));
        try {
            opened.move();
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    Path file() {
        return file;
    }

    /** The next datagram; null behind the last. */
    @Nullable
    Datagram next() {
        return next;
    }

    void move() {
        next = null;
        boolean more = true;
        while (next == null && more) {
            late = reader.counts.late;
            more = reader.advance(this::take);
        }
    }

    private void take(Frame frame) {
        frameAt = frame.at;
        packets.frame(frame);
    }

    private void take(Packet packet) {
        if (packet.protocol == Packet.UDP) {
            next = Datagram.of(packet, frameAt, reader.counts.late > late);
        }
    }

    /** What is to be said of it when it was read to its end. */
    Stream<String> notes() {
        PacketCounts counts = packets.counts;
        Stream<Optional<String>> tunnels = counts.unopened.entrySet().stream()
                .map(each -> note(
                        each.getValue().get(),
                        "frames in " + each.getKey() + ", which are not opened: what they carry is not read; capture"
                                + " where they are unwrapped"));
        return Stream.concat(others(counts), tunnels).flatMap(Optional::stream);
    }

    private Stream<Optional<String>> others(PacketCounts counts) {
        CaptureCounts frames = reader.counts;
        return Stream.of(
                frames.cuts.stream().findFirst().map(cut -> "note: " + cut),
                note(counts.incomplete, "IP packets of which fragments are missing"),
                note(counts.malformed + counts.headless, "frames whose headers contradict each other"),
                note(
                        counts.otherLinks,
                        "frames of interfaces of a kind that is not read; Ethernet, cooked, loopback and raw are"),
                note(counts.duplicates, "datagrams that were captured twice, and taken once"));
    }

    private Optional<String> note(long count, String what) {
        return count == 0
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "note: %s: %,d %s", file, count, what));
    }

    @Override
    public void close() {
        reader.close();
    }
}
