package org.ticktoquote.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ticktoquote.wire.Packets.bytes;
import static org.ticktoquote.wire.Packets.ethernet;
import static org.ticktoquote.wire.Packets.ipv4;
import static org.ticktoquote.wire.Packets.ipv6;
import static org.ticktoquote.wire.Packets.join;
import static org.ticktoquote.wire.Packets.udp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

class CaptureTest {
    private static final int ETHERNET = 1;
    private static final long S = 1_000_000_000L;
    private static final long T = 1_793_971_800L;

    @TempDir
    private Path folder;

    private CaptureCounts counts;

    private record Read(String payload, long timeNs) {}

    private List<Datagram> datagrams(byte[] file) {
        try {
            Path path = Files.write(folder.resolve("capture"), file);
            List<Datagram> all = new ArrayList<>();
            try (Capture capture = Capture.open(path)) {
                for (Datagram next = capture.next(); next != null; next = capture.next()) {
                    all.add(next);
                }
                counts = capture.counts();
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Read> read(byte[] file) {
        return datagrams(file).stream()
                .map(each -> new Read(text(each), each.timeNs()))
                .toList();
    }

    private static String text(Datagram datagram) {
        return StandardCharsets.UTF_8.decode(datagram.payload().duplicate()).toString();
    }

    private static CaptureFiles pcap() {
        return CaptureFiles.pcap(LITTLE_ENDIAN, PcapFrames.NANOSECONDS, ETHERNET);
    }

    static Stream<Arguments> pcaps() {
        return Stream.of(LITTLE_ENDIAN, BIG_ENDIAN)
                .flatMap(order -> Stream.of(
                        Arguments.of(order, PcapFrames.MICROSECONDS, 1_000L),
                        Arguments.of(order, PcapFrames.NANOSECONDS, 1L)));
    }

    @ParameterizedTest
    @MethodSource("pcaps")
    void readsPcapInMicrosecondsAndNanosecondsOfEitherByteOrder(ByteOrder order, int magic, long unitNs) {
        byte[] file = CaptureFiles.pcap(order, magic, ETHERNET)
                .packet(T, 1, ethernet("one"))
                .packet(0xFFFF_FFFFL, 999_999, ethernet("in 2106"))
                .toBytes();
        assertThat(read(file))
                .containsExactly(
                        new Read("one", T * S + unitNs), new Read("in 2106", 0xFFFF_FFFFL * S + 999_999 * unitNs));
        assertThat(counts.frames()).isEqualTo(2);
        assertThat(counts.whole()).isTrue();
    }

    static Stream<ByteOrder> orders() {
        return Stream.of(LITTLE_ENDIAN, BIG_ENDIAN);
    }

    @ParameterizedTest
    @MethodSource("orders")
    void readsPcapngWithInterfacesAndSectionsOfTheirOwn(ByteOrder order) {
        ByteOrder other = order == LITTLE_ENDIAN ? BIG_ENDIAN : LITTLE_ENDIAN;
        byte[] file = CaptureFiles.pcapng(order)
                .describe(ETHERNET)
                .describe(ETHERNET, 9, 0)
                .describe(101, 0x80 | 32, T)
                .block(0x0BAD, 24, to -> to)
                .enhanced(0, T * 1_000_000 + 1, ethernet("microseconds"))
                .enhanced(1, T * S + 2_001, ethernet("nanoseconds"))
                .enhanced(2, (1L << 32) + (1L << 31), ipv4(0, "halves"))
                .then(CaptureFiles.pcapng(other)
                        .describe(ETHERNET, 12, 0)
                        .enhanced(0, 5_000_000_000_000L * 1_000, ethernet("picoseconds")))
                .toBytes();
        assertThat(read(file))
                .containsExactlyInAnyOrder(
                        new Read("microseconds", T * S + 1_000),
                        new Read("nanoseconds", T * S + 2_001),
                        new Read("halves", (T + 1) * S + S / 2),
                        new Read("picoseconds", 5_000 * S));
        assertThat(counts.late()).as("the last one is of 1970").isOne();
    }

    @Test
    void packetsWithoutATimeStayWhereTheyAre() {
        byte[] file = CaptureFiles.pcapng(LITTLE_ENDIAN)
                .describe(ETHERNET, 9, 0)
                .enhanced(0, T * S, ethernet("timed"))
                .simple(ethernet("simple"))
                .enhanced(0, T * S + 1, ethernet("after"))
                .toBytes();
        assertThat(read(file))
                .containsExactly(
                        new Read("timed", T * S), new Read("simple", Datagram.NO_TIME), new Read("after", T * S + 1));
        assertThat(counts.untimed()).isOne();
    }

    @Test
    void aFractionOfASecondOrMoreIsNoTime() {
        byte[] file = pcap().packet(T, 1_000_000_000, ethernet("damaged")).toBytes();
        assertThat(read(file)).containsExactly(new Read("damaged", Datagram.NO_TIME));
        assertThat(counts.untimed()).isOne();
    }

    static Stream<Arguments> frames() {
        byte[] packet = ipv4(0, "x");
        byte[] six = ipv6(17, udp("x"));
        byte[] hopByHop = join(bytes(60, 0, 0, 0, 0, 0, 0, 0), bytes(44, 0, 0, 0, 0, 0, 0, 0));
        byte[] wholeFragment = bytes(17, 0, 0, 0, 0, 0, 0, 1);
        return Stream.of(
                Arguments.of("Ethernet, padded", 1, join(ethernet("x"), new byte[17])),
                Arguments.of("802.1Q", 1, ethernet(0x8100, join(bytes(0, 7, 8, 0), packet))),
                Arguments.of("QinQ", 1, ethernet(0x88A8, join(bytes(0, 7, 0x81, 0, 0, 8, 8, 0), packet))),
                Arguments.of("cooked", 113, join(new byte[14], bytes(8, 0), packet)),
                Arguments.of("cooked, tagged", 113, join(new byte[14], bytes(0x81, 0, 0, 7, 8, 0), packet)),
                Arguments.of("cooked 2", 276, join(bytes(8, 0), new byte[18], packet)),
                Arguments.of("raw", 101, packet),
                Arguments.of("raw IPv6", 229, six),
                Arguments.of("null", 0, join(bytes(2, 0, 0, 0), packet)),
                Arguments.of("null, IPv6 of a BSD", 0, join(bytes(0, 0, 0, 30), six)),
                Arguments.of("loop", 108, join(bytes(0, 0, 0, 2), packet)),
                Arguments.of("options", 101, ipv4(0, 0, 17, bytes(1, 1, 1, 0), udp("x"))),
                Arguments.of("IPv6 extensions", 101, ipv6(0, join(hopByHop, wholeFragment, udp("x")))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("frames")
    void findsTheDatagramInEveryKindOfFrame(String what, int linkType, byte[] frame) {
        byte[] file = CaptureFiles.pcap(LITTLE_ENDIAN, PcapFrames.NANOSECONDS, linkType)
                .packet(T, 0, frame)
                .toBytes();
        List<Datagram> found = datagrams(file);
        assertThat(found).hasSize(1);
        assertThat(text(found.get(0))).isEqualTo("x");
        assertThat(found.get(0).to().getPort()).isEqualTo(Packets.TO_PORT);
        assertThat(found.get(0).to().getAddress().isMulticastAddress()).isTrue();
        assertThat(found.get(0).cut()).isZero();
    }

    @Test
    void countsWhatIsNoDatagram() {
        byte[] file = pcap().packet(T, 0, ethernet(0x0806, new byte[28]))
                .packet(T, 1, ethernet(0x0800, ipv4(0, 0, 6, new byte[0], new byte[20])))
                .packet(T, 2, ethernet(0x0800, ipv4(7, 0x2000, 17, new byte[0], udp("first piece"))))
                .packet(T, 3, ethernet(0x0800, ipv4(7, 3, 17, new byte[0], udp("next piece"))))
                .packet(T, 4, ethernet(0x86DD, ipv6(44, join(bytes(17, 0, 0, 1, 0, 0, 0, 1), udp("piece")))))
                .packet(T, 5, bytes(1, 2, 3))
                .packet(T, 6, ethernet(0x0800, ipv4(0, 0, 17, new byte[0], bytes(0, 1, 0, 1, 0, 99, 0, 0))))
                .packet(T, 7, ethernet("whole"))
                .toBytes();
        assertThat(read(file)).hasSize(1);
        assertThat(counts.frames()).isEqualTo(8);
        assertThat(counts.otherProtocols()).isEqualTo(2);
        assertThat(counts.fragments()).isEqualTo(3);
        assertThat(counts.malformed()).isEqualTo(2);
        assertThat(counts.datagrams()).isOne();
    }

    static Stream<Arguments> tunnels() {
        byte[] inner = ethernet("inside");
        byte[] vxlan = join(bytes(8, 0, 0, 0, 0, 0, 7, 0), inner);
        return Stream.of(
                Arguments.of("VXLAN", ethernet(0x0800, ipv4(0, 0, 17, new byte[0], udp(4789, vxlan)))),
                Arguments.of("VXLAN", ethernet(0x86DD, ipv6(17, udp(8472, vxlan)))),
                Arguments.of("", ethernet(0x0800, ipv4(0, 0, 17, new byte[0], udp(4789, new byte[40])))),
                Arguments.of("", ethernet(0x0800, ipv4(0, 0, 17, new byte[0], udp(5001, vxlan)))),
                Arguments.of(
                        "GENEVE",
                        ethernet(
                                0x0800,
                                ipv4(
                                        0,
                                        0,
                                        17,
                                        new byte[0],
                                        udp(6081, join(bytes(0, 0, 0x65, 0x58, 0, 0, 7, 0), inner))))),
                Arguments.of("ERSPAN", ethernet(0x0800, gre(0x88BE, inner))),
                Arguments.of("ERSPAN", ethernet(0x0800, gre(0x22EB, inner))),
                Arguments.of("GRE", ethernet(0x0800, gre(0x0800, ipv4(0, "inside")))),
                Arguments.of("GRE", ethernet(0x86DD, ipv6(47, join(bytes(0, 0, 8, 0), ipv4(0, "inside"))))),
                Arguments.of("MPLS", ethernet(0x8847, join(bytes(0, 0, 1, 64), ipv4(0, "inside")))),
                Arguments.of("MPLS", ethernet(0x8100, join(bytes(0, 5, 0x88, 0x48, 0, 0, 1, 64), ipv4(0, "inside")))),
                Arguments.of("PPPoE", ethernet(0x8864, new byte[40])),
                Arguments.of("MAC-in-MAC (802.1ah)", ethernet(0x88E7, new byte[40])),
                Arguments.of("MACsec", ethernet(0x88E5, new byte[40])),
                Arguments.of("IP-in-IP", ethernet(0x0800, ipv4(0, 0, 4, new byte[0], ipv4(0, "inside")))),
                Arguments.of("EtherIP", ethernet(0x0800, ipv4(0, 0, 97, new byte[0], inner))),
                Arguments.of("IPsec", ethernet(0x0800, ipv4(0, 0, 50, new byte[0], new byte[40]))));
    }

    private static byte[] gre(int protocol, byte[] body) {
        return ipv4(0, 0, 47, new byte[0], join(bytes(0, 0, protocol >> 8, protocol), body));
    }

    @ParameterizedTest
    @MethodSource("tunnels")
    void namesAndCountsWhatFramesAreWrappedIn(String name, byte[] frame) {
        datagrams(pcap().packet(T, 0, frame).packet(T, 1, ethernet("plain")).toBytes());
        assertThat(counts.tunnels()).isEqualTo(name.isEmpty() ? Map.of() : Map.of(name, 1L));
        assertThat(counts.otherProtocols() + counts.datagrams()).isEqualTo(2);
    }

    @Test
    void countsFramesOfUnknownInterfaces() {
        byte[] file = CaptureFiles.pcap(LITTLE_ENDIAN, PcapFrames.NANOSECONDS, 147)
                .packet(T, 0, new byte[60])
                .toBytes();
        assertThat(read(file)).isEmpty();
        assertThat(counts.otherLinks()).isOne();
    }

    @Test
    void saysHowMuchOfADatagramTheCaptureCutOff() {
        byte[] frame = ethernet("0123456789");
        List<Datagram> found =
                datagrams(pcap().cut(T, 0, frame, frame.length - 4).toBytes());
        assertThat(found).hasSize(1);
        assertThat(text(found.get(0))).isEqualTo("012345");
        assertThat(found.get(0).cut()).isEqualTo(4);
        assertThat(counts.cutDatagrams()).isOne();
        assertThat(counts.datagrams()).isZero();
    }

    @Test
    void putsDatagramsInTheOrderOfTheirTimes() {
        byte[] file = pcap().packet(T, 3_000_000, ethernet("c"))
                .packet(T, 0, ethernet("a"))
                .packet(T, 1_000_000, ethernet("b"))
                .packet(T, 3_000_000, ethernet("d"))
                .packet(T + 2, 0, ethernet("e"))
                .packet(T, 5, ethernet("too late"))
                .toBytes();
        List<Datagram> found = datagrams(file);
        assertThat(found).extracting(CaptureTest::text).containsExactly("a", "b", "c", "d", "too late", "e");
        assertThat(found).extracting(Datagram::late).containsExactly(false, false, false, false, true, false);
        assertThat(counts.reordered()).isEqualTo(2);
        assertThat(counts.late()).isOne();
    }

    @Test
    void leavesOutWhatWasCapturedTwice() {
        byte[] one = ethernet(0x0800, ipv4(17, "x"));
        byte[] repeated = ethernet(0x0800, ipv4(18, "x"));
        byte[] file = pcap().packet(T, 0, one)
                .packet(T, 4_000, repeated)
                .packet(T, 9_000, one)
                .packet(T, 10_000, one)
                .packet(T, 50_000_000, one)
                .toBytes();
        assertThat(read(file))
                .containsExactly(new Read("x", T * S), new Read("x", T * S + 4_000), new Read("x", T * S + 50_000_000));
        assertThat(counts.duplicates()).isEqualTo(2);
    }

    @Test
    void unpacksGzip() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(pcap().packet(T, 0, ethernet("packed")).toBytes());
        }
        assertThat(read(packed.toByteArray())).containsExactly(new Read("packed", T * S));
        byte[] cut = Arrays.copyOf(packed.toByteArray(), packed.size() - 12);
        read(cut);
        assertThat(counts.whole()).isFalse();
    }

    @Test
    void readsAFileThatWasCutUpToThere() {
        byte[] file = pcap().packet(T, 0, ethernet("whole"))
                .packet(T, 1, ethernet("cut"))
                .toBytes();
        byte[] cut = Arrays.copyOf(file, file.length - 1);
        assertThat(read(cut)).containsExactly(new Read("whole", T * S));
        assertThat(counts.cutAt()).isEqualTo(24 + 16 + ethernet("whole").length);
    }

    static Stream<Arguments> damaged() {
        byte[] version = pcap().toBytes();
        version[4] = 9;
        byte[] huge = pcap().packet(T, 0, ethernet("x")).toBytes();
        huge[24 + 11] = 1;
        CaptureFiles section = CaptureFiles.pcapng(LITTLE_ENDIAN);
        byte[] trailer = CaptureFiles.pcapng(LITTLE_ENDIAN).describe(ETHERNET).toBytes();
        trailer[trailer.length - 4]++;
        return Stream.of(
                Arguments.of("PNG!".getBytes(StandardCharsets.UTF_8), "byte 0: not a sound capture: magic"),
                Arguments.of(new byte[0], "byte 0: not a sound capture: ends within its header"),
                Arguments.of(version, "byte 4: not a sound capture: version: '9', expected pcap 2.4"),
                Arguments.of(huge, "byte 24: not a sound capture: length of a frame: '16777"),
                Arguments.of(
                        section.enhanced(0, 0, ethernet("x")).toBytes(),
                        "byte 36: not a sound capture: interface: '0', expected below 0"),
                Arguments.of(trailer, "byte 44: not a sound capture: length behind a block: '21', expected 20"),
                Arguments.of(
                        CaptureFiles.pcapng(BIG_ENDIAN)
                                .describe(ETHERNET, 19, 0)
                                .toBytes(),
                        "byte 48: not a sound capture: if_tsresol: '13'"));
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void refusesWhatIsDamagedWithItsPlace(byte[] file, String message) {
        assertThatThrownBy(() -> read(file))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(ExitStatus.BAD_INPUT))
                .hasMessageContaining(folder.resolve("capture").toString())
                .hasMessageContaining(message)
                .hasMessageContaining("expected");
    }

    @Test
    void keepsLittleOfALongCapture() {
        CaptureFiles long1 = pcap();
        for (int i = 0; i < 200_000; i++) {
            long1.packet(T, i, ethernet("" + i));
        }
        assertThat(read(long1.toBytes())).hasSize(200_000);
    }
}
