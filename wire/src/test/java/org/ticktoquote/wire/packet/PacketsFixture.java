package org.ticktoquote.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.wire.FrameBytes.bytes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.ticktoquote.wire.WirePacket;
import org.ticktoquote.wire.capture.Frame;

/** Collects the packets of a test's frames. */
abstract class PacketsFixture {
    static final int ETHERNET = 1;
    static final long MS = 1_000_000;
    static final long NOW = 1_793_971_800L * 1_000 * MS;
    static final String FROM = "10.0.0.1:4001";
    static final String TO = "10.0.0.2:5001";
    static final String FROM_6 = "[2001:db8::1]:4001";
    static final String TO_6 = "[2001:db8::2]:5001";

    final List<String> seen = new ArrayList<>();
    final Packets packets = new Packets(this::take);
    final Frame frame = new Frame();
    int snapLength = Integer.MAX_VALUE;
    int fcsLength = Frame.UNKNOWN_FCS_LENGTH;

    void take(Packet packet) {
        String text = packet.buffer.getStringWithoutLengthAscii(packet.offset, packet.length);
        String cut = packet.wireLength == packet.length ? "" : " of " + packet.wireLength;
        seen.add(text + cut);
        last = packet.from.socket() + ">" + packet.to.socket() + " " + packet.protocol + " "
                + packet.identification + " " + Integer.toUnsignedLong(packet.sequence) + " "
                + Integer.toUnsignedLong(packet.acknowledged) + " " + packet.flags + " " + packet.window + " "
                + packet.number + " " + (packet.timeNs - NOW);
    }

    String last = "";

    PacketsFixture frame(int linkType, long timeNs, byte[] bytes) {
        // Surrounded by garbage, which reveals reads outside the frame.
        byte[] memory = new byte[bytes.length + 64];
        Arrays.fill(memory, (byte) 0x45);
        System.arraycopy(bytes, 0, memory, 32, bytes.length);
        frame.buffer.wrap(memory);
        frame.offset = 32;
        frame.length = Math.min(snapLength, bytes.length);
        frame.wireLength = bytes.length;
        frame.timeNs = timeNs;
        frame.linkType = linkType;
        frame.fcsLength = fcsLength;
        frame.number++;
        packets.frame(frame);
        return this;
    }

    PacketsFixture frame(long timeNs, byte[] bytes) {
        return frame(ETHERNET, timeNs, bytes);
    }

    static WirePacket udp(String payload) {
        return WirePacket.udp(FROM, TO).payload(payload);
    }

    static WirePacket tcp(String payload) {
        return WirePacket.tcp(FROM, TO).payload(payload);
    }

    @AfterEach
    void assertEveryFrameIsAccountedFor() {
        PacketCounts counts = packets.counts;
        assertThat(counts.udp
                        + counts.tcp
                        + counts.duplicates
                        + counts.fragments
                        + counts.malformed
                        + counts.headless
                        + counts.otherProtocols
                        + counts.otherLinks)
                .isEqualTo(counts.frames);
        assertThat(counts.udp + counts.tcp).isEqualTo(seen.size());
    }
}
