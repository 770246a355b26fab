package org.ticktoquote.wire.show;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.wire.FrameBytes.bytes;
import static org.ticktoquote.wire.FrameBytes.ethernet;
import static org.ticktoquote.wire.FrameBytes.gre;
import static org.ticktoquote.wire.FrameBytes.ipv4;
import static org.ticktoquote.wire.show.ShownTraffic.MS;
import static org.ticktoquote.wire.show.ShownTraffic.START_NS;
import static org.ticktoquote.wire.show.ShownTraffic.damagedTime;
import static org.ticktoquote.wire.show.ShownTraffic.prices;
import static org.ticktoquote.wire.show.ShownTraffic.snapshot;
import static org.ticktoquote.wire.show.ShownTraffic.stamped;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.wire.CaptureFiles;
import org.ticktoquote.wire.WirePacket;
import org.ticktoquote.wire.run.CapturePass;
import org.ticktoquote.wire.show.CaptureListing.Contents;
import org.ticktoquote.wire.show.CaptureListing.ListForm;
import org.ticktoquote.wire.stamp.StampFormat;

/** Finds, counts and rates every fact about the fitness of a capture. */
final class CaptureFitnessTest extends ListingFixture {
    private static final byte[] PRICE = Fix.message(snapshot(4, "EUR/USD", "1.2", "1.3"));

    private ExitStatus print(CaptureFiles file, ListForm form) {
        return print(file, Contents.STREAMS, form);
    }

    private static CaptureFiles with(ShownTraffic traffic, byte[]... frames) {
        traffic.frames.addAll(Arrays.asList(frames));
        return traffic.file();
    }

    private static CaptureFiles dropped() {
        return prices().file().statistics(0, 12);
    }

    private static CaptureFiles cutBySnapLength() {
        ShownTraffic traffic = prices();
        byte[] frame = traffic.next(false, PRICE).ethernet();
        return traffic.file()
                .frame(traffic.nextNs(), frame, frame.length - 10)
                .frame(
                        traffic.nextNs() + 1,
                        traffic.next(true, Fix.message("35=0|")).ethernet());
    }

    private static CaptureFiles withHole(int length) {
        ShownTraffic traffic = prices();
        traffic.next(false, new byte[length]);
        return traffic.client("35=0|34=2|")
                .application(snapshot(5, "EUR/USD", "1.2", "1.3"))
                .file();
    }

    private static CaptureFiles earlier(long ns) {
        ShownTraffic traffic = prices();
        byte[] arp = ethernet(0x0806, new byte[28]);
        return traffic.file()
                .frame(traffic.nextNs() + 10_000 * MS, arp)
                .frame(traffic.nextNs() + 10_001 * MS, arp)
                .frame(traffic.nextNs() + 10_001 * MS - ns, arp);
    }

    private static CaptureFiles twice(int identification) {
        ShownTraffic traffic = prices();
        WirePacket packet = traffic.next(false, PRICE).identification(identification);
        return with(traffic, packet.ethernet(), packet.again().hops(63).ethernet());
    }

    private static CaptureFiles otherBytes() {
        ShownTraffic traffic = prices();
        WirePacket packet = traffic.next(false, PRICE);
        byte[] other = PRICE.clone();
        other[50] ^= 1;
        return with(
                traffic,
                packet.ethernet(),
                packet.again().identification(999).payload(other).ethernet());
    }

    private static CaptureFiles wrongCheckSum() {
        byte[] message = PRICE.clone();
        message[message.length - 2] ^= 1;
        return prices().add(false, message)
                .application(snapshot(5, "EUR/USD", "1.2", "1.3"))
                .file();
    }

    private static CaptureFiles encrypted() {
        WirePacket hello =
                WirePacket.tcp("10.0.0.8:50001", "10.0.0.1:9877").sequence(5).identification(77);
        return with(
                prices(), hello.payload(bytes(0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5)).ethernet());
    }

    private static List<byte[]> fragments(byte[] payload) {
        WirePacket packet =
                WirePacket.udp("10.0.0.7:1", "10.0.0.8:2").identification(5).dontFragment(false);
        return packet.payload(payload).ethernetFragments(64);
    }

    private static CaptureFiles overlappingFragments() {
        List<byte[]> parts = fragments(new byte[100]);
        byte[] other = fragments(Fix.bytes("x".repeat(100))).get(0);
        return with(prices(), parts.get(0), other, parts.get(1));
    }

    private static CaptureFiles farAhead() {
        ShownTraffic traffic = prices();
        return with(
                traffic,
                traffic.next(false, new byte[7]).sequence(2_000_000_000).ethernet());
    }

    private static CaptureFiles ofAnotherKind() {
        return CaptureFiles.pcapng(ByteOrder.LITTLE_ENDIAN).describe(127, 9, 0).frame(START_NS, new byte[60]);
    }

    static Stream<Arguments> points() {
        byte[] inGre = ethernet(0x0800, ipv4(47, gre(0x0800, ipv4(17, new byte[8]))));
        ShownTraffic long1 = prices();
        long1.add(false, Fix.message(ShownTraffic.head("B", 4, "PRICING", "BANK-1") + "58=" + "x".repeat(1500) + "|"));
        byte[] fragment = fragments(PRICE).get(0);
        return Stream.of(
                Arguments.of("stamps", "note", 9, prices().file()),
                Arguments.of("drops", "reservation", 12, dropped()),
                Arguments.of("snaplen", "reservation", 1, cutBySnapLength()),
                Arguments.of("holes", "reservation", 1, cutBySnapLength()),
                Arguments.of("holes", "reservation", 1, withHole(30)),
                Arguments.of("holes", "not fit", 1, withHole(300)),
                Arguments.of("bad-fractions", "reservation", 1, damagedTime()),
                Arguments.of("untimed", "reservation", 1, prices().file().simple(new byte[60])),
                Arguments.of("late", "reservation", 1, earlier(5_000 * MS)),
                Arguments.of("reordered", "note", 1, earlier(MS / 2)),
                Arguments.of("duplicates", "reservation", 1, twice(99)),
                Arguments.of("retransmissions", "note", 1, otherBytes()),
                Arguments.of("conflicts", "reservation", 1, otherBytes()),
                Arguments.of("unused", "note", 7, farAhead()),
                Arguments.of("overlapping", "reservation", 1, overlappingFragments()),
                Arguments.of("offload", "reservation", 1, long1.file()),
                Arguments.of("malformed", "reservation", 1, with(prices(), ethernet(0x0800, bytes(0x45, 0, 0, 20)))),
                Arguments.of("fragments", "reservation", 1, with(prices(), fragment)),
                Arguments.of("link-types", "reservation", 1, ofAnotherKind()),
                Arguments.of("nothing", "not fit", 1, ofAnotherKind()),
                Arguments.of("empty", "not fit", 1, CaptureFiles.pcapng()),
                Arguments.of("tunnels", "note", 1, with(prices(), inGre)),
                Arguments.of(
                        "tunnels-closed", "reservation", 1, with(prices(), ethernet(0x0800, ipv4(50, new byte[20])))),
                Arguments.of("other", "note", 1, with(prices(), ethernet(0x0806, new byte[28]))),
                Arguments.of("feed-gaps", "not fit", 3, prices().feed(6).file()),
                Arguments.of(
                        "feed-gaps",
                        "reservation",
                        3,
                        prices().feed(LongStream.range(3, 33).toArray())
                                .feed(36)
                                .file()),
                Arguments.of("feed-copies", "note", 1, prices().feed(2).file()),
                Arguments.of("tls", "reservation", 1, encrypted()),
                Arguments.of("unreadable", "reservation", 1, wrongCheckSum()),
                Arguments.of("midstream", "note", 1, encrypted()),
                Arguments.of("one-directional", "note", 1, encrypted()),
                Arguments.of("stamps", "note", 300, stamped(ns -> ns)),
                Arguments.of("clocks", "note", 1, stamped(ns -> ns)),
                Arguments.of("clocks", "reservation", 1, stamped(ns -> ns + ns / 10_000)),
                Arguments.of("step", "not fit", 1, stamped(ns -> ns < 1_500 * MS ? ns : ns + 70 * MS)));
    }

    @ParameterizedTest(name = "{0}: {1}, {2}")
    @MethodSource("points")
    void namesCountsAndRatesEveryPoint(String name, String level, int count, CaptureFiles file) {
        ExitStatus status = print(file, ListForm.JSONL);

        assertThat(out.toString().lines())
                .as(out.toString())
                .anyMatch(row -> row.startsWith("{\"list\":\"point\",\"level\":\"" + level + "\",\"name\":\"" + name
                        + "\",\"count\":" + count + ",\"text\":\""));
        boolean fit = !level.equals("not fit") && !name.equals("link-types");
        assertThat(status).isEqualTo(fit ? ExitStatus.OK : ExitStatus.VOID);
        if (level.equals("reservation") && fit) {
            assertThat(out.toString()).contains("\"verdict\":\"fit with reservations\"");
        }
    }

    @Test
    void countsDatagramsOfUnlistedAddressPairs() {
        ShownTraffic traffic = prices();
        for (int pair = 0; pair < CapturePass.MAX_STREAMS + 2; pair++) { // the feed is one more
            String sender = "10.1." + (pair >> 15) + ".7:" + (1 + (pair & 0x7FFF));
            traffic.frames.add(
                    WirePacket.udp(sender, "10.0.0.8:2").payload(new byte[1]).ethernet());
        }
        traffic.frames.add(traffic.frames.get(traffic.frames.size() - 4)); // of the last pair that is listed
        namesCountsAndRatesEveryPoint("unlisted-datagrams", "reservation", 3, traffic.file());
    }

    @Test
    void doesNotCountAFrameWithABadFractionAsUntimed() {
        print(damagedTime(), ListForm.TEXT);

        assertThat(out.toString()).contains("1 frame with a fraction").doesNotContain("without a time");
    }

    @Test
    void restOfAMessageAfterAHoleOrTheStartIsNotUnreadable() {
        byte[] rest = Arrays.copyOfRange(PRICE, 20, PRICE.length);
        ShownTraffic holed = prices();
        holed.next(false, new byte[20]);
        print(
                holed.add(false, rest)
                        .client("35=0|34=2|")
                        .application("35=0|34=5|")
                        .file(),
                ListForm.JSONL);
        ShownTraffic midstream = new ShownTraffic();
        print(midstream.add(false, rest).application("35=0|34=5|").file(), ListForm.JSONL);

        assertThat(out.toString())
                .contains("\"name\":\"holes\"", "\"name\":\"midstream\"")
                .doesNotContain("unreadable");
    }

    @Test
    void implausibleStampsAreNotFitIfRequested() {
        CaptureFiles twiceAsFast = stamped(ns -> 2 * ns);
        Path capture = written(twiceAsFast);
        assertThat(print(capture, Optional.of(StampFormat.METAWATCH), Contents.STREAMS, ListForm.TEXT))
                .isEqualTo(ExitStatus.VOID);
        assertThat(out.toString())
                .contains("not fit: the switch's clock minus the capture's: ", "choose other --stamps");

        assertThat(print(twiceAsFast, ListForm.TEXT)).isEqualTo(ExitStatus.OK);
        assertThat(out.toString())
                .contains("times: kernel: no switch stamps in the first 300 frames; they end like frames of");
    }

    @ParameterizedTest
    @CsvSource({"10, note: 10 frames without a stamp", "100, reservation: 100 frames without a stamp"})
    void reportsManyFramesWithoutAStampAsAReservation(int unstamped, String expected) {
        CaptureFiles file = CaptureFiles.pcap();
        for (int i = 0; i < 200; i++) {
            ByteBuffer frame = ByteBuffer.allocate(100).putInt(92, (int) (START_NS / 1_000_000_000));
            file.frame(
                    START_NS + i * MS, frame.putInt(96, 1 << 30 | i * 1_000_000).array());
            if (i < unstamped) {
                byte[] lldp =
                        ByteBuffer.allocate(60).putShort(12, (short) 0x88CC).array();
                file.frame(START_NS + i * MS, lldp);
            }
        }
        print(written(file), Optional.of(StampFormat.VSS), Contents.STREAMS, ListForm.TEXT);

        assertThat(out.toString()).contains(expected).doesNotContain("drift");
    }

    @Test
    void advisesALargerSnapLengthForMissingTicksIfFramesAreCut() {
        ShownTraffic traffic = prices().feed(6);
        print(traffic.file(), ListForm.TEXT);
        assertThat(out.toString())
                .contains("lacks: the network, the mirror or the capture lost them; mirror less, and use -B 65536");

        byte[] frame = traffic.next(false, Fix.message("35=0|")).ethernet();
        print(traffic.file().frame(traffic.nextNs(), frame, frame.length - 10), ListForm.TEXT);
        assertThat(out.toString()).contains("lacks: frames are cut; capture with -s 0");
    }
}
