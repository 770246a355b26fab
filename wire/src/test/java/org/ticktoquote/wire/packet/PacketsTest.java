package org.ticktoquote.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.wire.FrameBytes.bytes;
import static org.ticktoquote.wire.FrameBytes.etherType;
import static org.ticktoquote.wire.FrameBytes.ethernet;
import static org.ticktoquote.wire.FrameBytes.gre;
import static org.ticktoquote.wire.FrameBytes.ipv4;
import static org.ticktoquote.wire.FrameBytes.ipv6;
import static org.ticktoquote.wire.FrameBytes.join;
import static org.ticktoquote.wire.FrameBytes.withFcs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.wire.WirePacket;

class PacketsTest extends PacketsFixture {
    private static final String LONG =
            IntStream.range(0, 1_000).mapToObj(Integer::toString).collect(Collectors.joining());

    static Stream<Arguments> frames() {
        byte[] packet = udp("x").ip();
        byte[] six = WirePacket.udp(FROM_6, TO_6).payload("x").ip();
        byte[] udp = WirePacket.udp(FROM, TO).payload("x").transport();
        byte[] hopByHop = join(bytes(60, 0, 0, 0, 0, 0, 0, 0), bytes(51, 0, 0, 0, 0, 0, 0, 0));
        byte[] authentication = join(bytes(44, 2), new byte[14]);
        byte[] wholeFragment = bytes(17, 0, 0, 0, 0, 0, 0, 1);
        return Stream.of(
                Arguments.of("Ethernet, padded", 1, join(udp("x").ethernet(), new byte[17])),
                Arguments.of("with a frame check sequence", 1, withFcs(udp("x").ethernet())),
                Arguments.of("SNAP", 1, ethernet(8 + packet.length, join(bytes(0xAA, 0xAA, 3, 0, 0, 0, 8, 0), packet))),
                Arguments.of(
                        "SNAP, tagged",
                        1,
                        ethernet(
                                0x8100, join(bytes(0, 7, 0, 8 + packet.length, 0xAA, 0xAA, 3, 0, 0, 0, 8, 0), packet))),
                Arguments.of("802.1Q", 1, udp("x").tagged(0x81000007)),
                Arguments.of("QinQ", 1, udp("x").tagged(0x88A80007, 0x81000008)),
                Arguments.of("three tags", 1, udp("x").tagged(0x91000007, 0x91000008, 0x81000009)),
                Arguments.of(
                        "time of 64 bits of a switch",
                        1,
                        ethernet(0xD28B, join(bytes(0, 1, 0, 0x10), new byte[8], etherType(0x0800), packet))),
                Arguments.of(
                        "time of 48 bits of a switch",
                        1,
                        ethernet(0xD28B, join(bytes(0, 1, 1, 0x20), new byte[6], etherType(0x0800), packet))),
                Arguments.of("cooked", 113, join(new byte[14], bytes(8, 0), packet)),
                Arguments.of("cooked, tagged", 113, join(new byte[14], bytes(0x81, 0, 0, 7, 8, 0), packet)),
                Arguments.of("cooked 2", 276, join(bytes(8, 0), new byte[18], packet)),
                Arguments.of("raw", 101, packet),
                Arguments.of("raw of a BSD", 12, packet),
                Arguments.of("raw of another BSD", 14, six),
                Arguments.of("raw IPv4", 228, packet),
                Arguments.of("raw IPv6", 229, six),
                Arguments.of("null", 0, join(bytes(2, 0, 0, 0), packet)),
                Arguments.of("null, IPv6 of a BSD", 0, join(bytes(0, 0, 0, 30), six)),
                Arguments.of("loop", 108, join(bytes(0, 0, 0, 2), packet)),
                Arguments.of(
                        "options", 101, udp("x").ipOptions(bytes(1, 1, 1, 0)).ip()),
                Arguments.of("IPv4, authenticated", 101, ipv4(51, join(bytes(17, 2), new byte[14], udp))),
                Arguments.of("IPv6 extensions", 101, ipv6(0, join(hopByHop, authentication, wholeFragment, udp))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("frames")
    void findsTheDatagramInEveryKindOfFrame(String what, int linkType, byte[] bytes) {
        frame(linkType, NOW, bytes);
        assertThat(seen).containsExactly("x");
        assertThat(last).contains(":5001 17 0 0 0 0 0 1 0");
    }

    @Test
    void readsTheHeaderOfTcp() {
        WirePacket packet = tcp("8=FIX")
                .sequence(0xFFFF_FFF0L)
                .acknowledged(0x8000_0001L)
                .flags(WirePacket.ACK | WirePacket.PSH)
                .window(1_234)
                .identification(77)
                .tcpOptions(bytes(1, 1, 1, 0));
        frame(NOW + 5, join(packet.ethernet(), new byte[8]));
        assertThat(seen).containsExactly("8=FIX");
        assertThat(last).isEqualTo("/10.0.0.1:4001>/10.0.0.2:5001 6 77 4294967280 2147483649 24 1234 1 5");
        frame(NOW, WirePacket.tcp(FROM_6, TO_6).sequence(1).payload("six").ethernet());
        assertThat(last).startsWith("/[2001:db8:0:0:0:0:0:1]:4001>/[2001:db8:0:0:0:0:0:2]:5001 6 0 1 0 16 65535 2 0");
    }

    static Stream<Arguments> tunnels() {
        byte[] inner = udp("inside").ethernet();
        byte[] packet = udp("inside").ip();
        byte[] vxlan = join(bytes(8, 0, 0, 0, 0, 0, 7, 0), inner);
        return Stream.of(
                Arguments.of("VXLAN", 4789, vxlan),
                Arguments.of("VXLAN", 8472, vxlan),
                Arguments.of("ERSPAN", 0, ipv4(47, gre(0x88BE, inner))),
                Arguments.of("ERSPAN", 0, ipv4(47, join(bytes(0x10, 0, 0x88, 0xBE), new byte[12], inner))),
                Arguments.of("ERSPAN", 0, ipv4(47, join(bytes(0x10, 0, 0x22, 0xEB), new byte[16], inner))),
                Arguments.of(
                        "ERSPAN",
                        0,
                        ipv4(47, join(bytes(0x10, 0, 0x22, 0xEB), new byte[15], bytes(1), new byte[8], inner))),
                Arguments.of("ERSPAN", 0, ipv4(47, join(bytes(0, 0, 0x22, 0xEB), new byte[10], bytes(8, 0), packet))),
                Arguments.of("GRE", 0, ipv4(47, gre(0x0800, packet))),
                Arguments.of("GRE", 0, ipv4(47, join(bytes(0xB0, 0, 8, 0), new byte[12], packet))),
                Arguments.of("GRE", 0, ipv6(47, gre(0x6558, inner))),
                Arguments.of("MPLS", 0, ipv4(47, gre(0x8847, join(bytes(0, 0, 1, 64), packet)))),
                Arguments.of("IP-in-IP", 0, ipv4(4, packet)),
                Arguments.of("EtherIP", 0, ipv4(97, join(bytes(0x30, 0), inner))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tunnels")
    void opensTunnelsAndCountsThem(String name, int port, byte[] wrapped) {
        byte[] outer = port == 0
                ? wrapped
                : WirePacket.udp(FROM, "10.9.9.9:" + port).payload(wrapped).ip();
        frame(101, NOW, outer);
        assertThat(seen).containsExactly("inside");
        assertThat(last).contains("10.0.0.2:5001");
        assertThat(packets.counts.opened).hasToString("{" + name + "=1}");
    }

    @Test
    void opensSomeCarrierEncapsulations() {
        byte[] packet = udp("inside").ip();
        frame(NOW, ethernet(0x8847, join(bytes(0, 0, 0, 64), bytes(0, 0, 1, 64), packet)));
        frame(NOW + 50 * MS, ethernet(0x8864, join(new byte[6], bytes(0, 0x21), packet)));
        frame(NOW + 100 * MS, ethernet(0x88E7, join(new byte[4], udp("inside").ethernet())));
        byte[] geneve = join(bytes(0, 0, 0x65, 0x58, 0, 0, 7, 0), udp("inside").ethernet());
        frame(NOW, WirePacket.udp(FROM, "10.9.9.9:6081").payload(geneve).ethernet());
        assertThat(seen).hasSize(2);
        assertThat(packets.counts.opened).hasToString("{MAC-in-MAC (802.1ah)=1, MPLS=1}");
        assertThat(packets.counts.unopened).hasToString("{GENEVE=1, PPPoE=1}");
    }

    @Test
    void portOfATunnelDoesNotMakeATunnel() {
        WirePacket vxlan = WirePacket.udp(FROM, "10.9.9.9:4789").payload("prices of somebody");
        WirePacket geneve = WirePacket.udp(FROM, "10.9.9.9:6081").payload("prices of somebody");
        frame(NOW, vxlan.ethernet()).frame(NOW, geneve.ethernet());
        frame(NOW, vxlan.payload(join(bytes(8), new byte[40])).ethernet());
        assertThat(seen).hasSize(3);
        assertThat(packets.counts.opened).isEmpty();
    }

    @Test
    void countsOtherFramesByTheirCause() {
        frame(NOW, ethernet(0x0806, new byte[28]));
        frame(NOW, ethernet(0x0800, ipv4(1, new byte[20])));
        frame(NOW, ethernet(0x88E5, new byte[40]));
        frame(NOW, ethernet(0x0800, ipv4(50, new byte[40])));
        frame(NOW, ethernet(0x8847, join(bytes(0, 0, 1, 64), new byte[40])));
        assertThat(packets.counts.otherProtocols).isEqualTo(5);
        assertThat(packets.counts.unopened).hasToString("{IPsec=1, MACsec=1, MPLS=1}");
        frame(NOW, bytes(1, 2, 3));
        frame(NOW, ethernet(0x0800, ipv4(17, bytes(0, 1, 0, 1, 0, 99, 0, 0))));
        frame(NOW, ethernet(0x0800, ipv4(6, new byte[20])));
        byte[] tooShort = udp("0123456789").ethernet();
        frame(NOW, Arrays.copyOf(tooShort, tooShort.length - 1));
        assertThat(packets.counts.malformed).isEqualTo(4);
        frame(147, NOW, new byte[60]);
        assertThat(packets.counts.otherLinks).isOne();
        snapLength = 30;
        frame(NOW, udp("x").ethernet());
        assertThat(packets.counts.headless).isOne();
        assertThat(seen).isEmpty();
    }

    @Test
    void reportsTheFullLengthOfATruncatedPayload() {
        snapLength = 14 + 20 + 8 + 6;
        frame(NOW, join(udp("0123456789").ethernet(), new byte[5]));
        snapLength = 14 + 20 + 20 + 3;
        frame(NOW, tcp("0123456789").ethernet());
        assertThat(seen).containsExactly("012345 of 10", "012 of 10");
    }

    @Test
    void readsOffloadedSegmentsLongerThanTheMtu() {
        byte[] large = tcp("A".repeat(9_000)).ethernet();
        frame(NOW, large);
        byte[] withoutLength = tcp("B".repeat(70_000)).ethernet();
        withoutLength[16] = 0;
        withoutLength[17] = 0;
        frame(NOW, withoutLength);
        fcsLength = 4;
        frame(NOW, withFcs(withoutLength));
        assertThat(seen).extracting(String::length).containsExactly(9_000, 70_000, 70_000);
        assertThat(packets.counts.offloaded).isEqualTo(3);
    }

    static Stream<WirePacket> fragmented() {
        return Stream.of(
                udp(LONG).identification(7),
                tcp(LONG).identification(8),
                WirePacket.udp(FROM_6, TO_6).payload(LONG).identification(0x0123_4567));
    }

    @ParameterizedTest
    @MethodSource("fragmented")
    void reassemblesFragmentsInAnyOrderAtTheTimeOfTheLast(WirePacket packet) {
        List<byte[]> fragments = new ArrayList<>(packet.ethernetFragments(400));
        long seed = 7;
        Collections.shuffle(fragments, new Random(seed));
        for (int i = 0; i < fragments.size(); i++) {
            frame(NOW + i, fragments.get(i));
            frame(NOW + i, fragments.get(i)); // a mirror of both directions
        }
        assertThat(seen).containsExactly(LONG);
        assertThat(last).endsWith(" " + (2 * fragments.size() - 1) + " " + (fragments.size() - 1));
        PacketCounts counts = packets.counts;
        assertThat(counts.incomplete).isZero();
        assertThat(counts.overlapping).isZero();
        frame(NOW + 20 * MS, fragments.get(0));
        assertThat(packets.counts.incomplete)
                .as("a new packet of this identification")
                .isOne();
    }

    @Test
    void separatesFragmentsOfTwoProtocolsWithTheSameIdentification() {
        List<byte[]> one = udp("a datagram in two fragments").identification(9).ethernetFragments(24);
        List<byte[]> other =
                tcp("a segment in three fragments").identification(9).ethernetFragments(24);
        for (int i = 0; i < other.size(); i++) {
            frame(NOW + i, other.get(i));
            frame(NOW + i, one.get(Math.min(i, one.size() - 1)));
        }
        assertThat(seen).containsExactlyInAnyOrder("a datagram in two fragments", "a segment in three fragments");
        assertThat(packets.counts.overlapping).isZero();
    }

    @Test
    void countsOverlappingFragmentsAndKeepsTheFirstBytes() {
        WirePacket packet = udp("0123456789ABCDEFGHIJKLMN").identification(9);
        byte[] whole = packet.transport();
        frame(NOW, packet.ethernet(packet.fragment(0, Arrays.copyOf(whole, 16), true)));
        byte[] other = Arrays.copyOfRange(whole, 8, whole.length);
        Arrays.fill(other, 0, 8, (byte) '?');
        frame(NOW, packet.ethernet(packet.fragment(8, other, false)));
        assertThat(seen).containsExactly("0123456789ABCDEFGHIJKLMN");
        assertThat(packets.counts.overlapping).isOne();
    }

    @Test
    void keepsABoundedNumberOfIncompletePacketsForABoundedTime() {
        WirePacket packet = udp("0123456789ABCDEFGHIJKLMN").identification(9);
        frame(NOW, packet.ethernetFragments(16).get(0));
        frame(NOW + Fragments.TIMEOUT_NS + 1, packet.ethernetFragments(16).get(1));
        assertThat(packets.counts.incomplete).as("the old one, and the new one").isEqualTo(2);
        for (int i = 0; i < 1_000; i++) {
            frame(
                    NOW + Fragments.TIMEOUT_NS + i,
                    packet.again().identification(10 + i).ethernetFragments(16).get(0));
        }
        assertThat(packets.counts.incomplete).isEqualTo(1_002);
        assertThat(seen).isEmpty();
    }

    @Test
    void reassemblesAFragmentedTunnel() {
        byte[] inner = udp("inside of fragments").ethernet();
        WirePacket outer = WirePacket.udp("10.7.0.1:9", "10.7.0.2:4789")
                .payload(join(bytes(8, 0, 0, 0, 0, 0, 7, 0), inner))
                .identification(5);
        outer.ethernetFragments(48).forEach(each -> frame(NOW, each));
        assertThat(seen).containsExactly("inside of fragments");
    }

    /** A frame with any changes is accounted for, and no byte outside it is read. */
    @Test
    void accountsForEveryChangedFrame() {
        long seed = 3_838;
        Random random = new Random(seed);
        List<byte[]> seeds = new ArrayList<>();
        tunnels().forEach(each -> seeds.add(ethernet(0x0800, (byte[]) each.get()[2])));
        fragmented().forEach(each -> seeds.addAll(each.ethernetFragments(800)));
        seeds.add(tcp("x").tagged(0x88A80007, 0x81000008));
        seeds.add(WirePacket.tcp(FROM_6, TO_6).payload("x").ethernet());
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = seeds.get(random.nextInt(seeds.size())).clone();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                changed[random.nextInt(Math.min(80, changed.length))] = (byte) random.nextInt(256);
            }
            snapLength = random.nextInt(3) == 0 ? random.nextInt(changed.length) : Integer.MAX_VALUE;
            int[] links = {1, 1, 1, 0, 101, 113, 276};
            frame(links[random.nextInt(links.length)], NOW + i, changed);
        }
    }
}
