package org.ticktoquote.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.wire.WirePacket;
import org.ticktoquote.wire.capture.Frame;

class DuplicatesTest extends PacketsFixture {
    private static Arguments pair(String what, int expected, WirePacket first, WirePacket second) {
        return Arguments.of(what, expected, first.ethernet(), second.ethernet());
    }

    static Stream<Arguments> copies() {
        WirePacket numbered = udp("x").identification(17);
        WirePacket plain = udp("x");
        WirePacket segment = tcp("x").sequence(1).identification(17);
        WirePacket six = WirePacket.tcp(FROM_6, TO_6).payload("x").sequence(1);
        byte[] vlan1 = plain.tagged(0x81000001);
        return Stream.of(
                pair("the same identification", 1, numbered, numbered),
                pair("after a hop", 1, numbered, numbered.again().hops(63)),
                pair("another identification", 2, numbered, numbered.again().identification(18)),
                pair("another payload", 2, numbered, numbered.again().payload("y")),
                pair("no identification, sent twice", 2, plain, plain),
                pair("no identification, after a hop", 1, plain, plain.again().hops(63)),
                Arguments.of("no identification, another VLAN", 1, vlan1, plain.tagged(0x81000002)),
                Arguments.of("a segment", 1, segment.ethernet(), segment.tagged(0x81000001)),
                pair("a retransmission", 2, segment, segment.again().identification(18)),
                pair("another window", 2, segment, segment.again().window(3)),
                pair("IPv6, sent twice", 2, six, six),
                pair("IPv6, after a hop", 1, six, six.again().hops(1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("copies")
    void deliversAPacketCapturedTwiceOnce(String what, int expected, byte[] first, byte[] second) {
        frame(NOW, first).frame(NOW + 4_000, second);
        assertThat(seen).hasSize(expected);
        assertThat(packets.counts.duplicates).isEqualTo(2 - expected);
        frame(NOW + 100 * MS, first);
        assertThat(seen).as("later than any copy").hasSize(expected + 1);
    }

    /** Two equal datagrams, each captured before and after a hop, count as two. */
    @Test
    void eachFirstPacketHasOneCopyPerPath() {
        byte[] before = udp("x").ethernet();
        byte[] afterHop = udp("x").hops(63).ethernet();
        frame(NOW, before)
                .frame(NOW + 1, before)
                .frame(NOW + 2, afterHop)
                .frame(NOW + 3, afterHop)
                .frame(NOW + 4, afterHop);
        assertThat(packets.counts.duplicates).isEqualTo(2);
        assertThat(packets.counts.alike)
                .as("the second before the hop, the third afterwards")
                .isEqualTo(2);
    }

    @Test
    void ignoresAnIdentificationThatASenderUsesForAllPackets() {
        frame(NOW, udp("a").identification(1).ethernet());
        frame(NOW + 1, udp("b").identification(1).ethernet());
        frame(NOW + 2, udp("b").identification(1).ethernet());
        assertThat(seen).containsExactly("a", "b", "b");
        assertThat(packets.counts.alike).isOne();
    }

    @Test
    void packetsWithoutATimeAreNotDuplicates() {
        byte[] same = udp("x").identification(7).ethernet();
        frame(Frame.NO_TIME, same).frame(Frame.NO_TIME, same);
        assertThat(seen).hasSize(2);
    }
}
