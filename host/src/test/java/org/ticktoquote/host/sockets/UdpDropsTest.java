package org.ticktoquote.host.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.host.sockets.UdpDrops.UdpDropCounter;
import org.ticktoquote.host.sockets.UdpDrops.UdpFeed;

class UdpDropsTest {
    private static final int PORT = 0x9C41;
    private static final long APPLICATION = 4711;
    private static final UdpFeed FEED =
            new UdpFeed(List.of(new Endpoint("127.0.0.1", PORT)), List.of(), List.of(APPLICATION));
    private static final String LOOPBACK = "0100007F:9C41";
    private static final String ANY = "00000000:9C41";
    private static final String ANY_V6 = "00000000000000000000000000000000:9C41";

    @TempDir
    private Path proc;

    @BeforeEach
    void requireLittleEndianHost() {
        Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
    }

    private static String socket(String local, long inode, long dropped) {
        return "1: " + local + " 00000000:0000 07 00000000:00000000 00:00000000 00000000 0 0 " + inode + " 2 0000 "
                + dropped + "\n";
    }

    /** Reads a table of these sockets. */
    private UdpDrops read(String... sockets) throws IOException {
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net/udp"), "sl local_address ...\n" + String.join("", sockets));
        return new SocketTables(proc).udpDrops(FEED);
    }

    private void applicationHolds(long inode) throws IOException {
        Path descriptors = Files.createDirectories(proc.resolve(APPLICATION + "/fd"));
        Files.createSymbolicLink(descriptors.resolve(Long.toString(inode)), Path.of("socket:[" + inode + "]"));
    }

    @Test
    void countsOnlySocketsAtTheAddressOfTheFeed() throws IOException {
        assertThat(UdpDrops.NONE.until(read(
                        socket(LOOPBACK, 1, 17),
                        socket("0200007F:9C41", 2, 5),
                        socket(ANY, 3, 9),
                        socket("0100007F:9C42", 4, 99))))
                .isEqualTo(17);
        assertThat(UdpDrops.NONE.until(read(socket("0200007F:9C41", 2, 5), socket(ANY_V6, 3, 9))))
                .isEqualTo(9);
    }

    @Test
    void countsOnlySocketsOfAVisibleApplication() throws IOException {
        applicationHolds(3);
        UdpDrops before = read(socket(LOOPBACK, 1, 17), socket(ANY, 3, 9));
        assertThat(before.until(read(socket(LOOPBACK, 1, 18), socket(ANY, 3, 11))))
                .isEqualTo(2);
        assertThat(before.until(read(socket(LOOPBACK, 1, 18)))).isZero();
    }

    @Test
    void countsSocketsOfTheApplicationAtAnyAddressOfThePort() throws IOException {
        applicationHolds(2);
        applicationHolds(4);
        assertThat(UdpDrops.NONE.until(
                        read(socket(LOOPBACK, 1, 17), socket("0101007F:9C41", 2, 5), socket("0101007F:9C42", 4, 99))))
                .isEqualTo(5);
    }

    @Test
    void countsSocketsOfAGroupAndOfAllReceivers() throws IOException {
        read(socket("010101EF:9C41", 1, 17), socket(ANY, 2, 5));
        UdpFeed group = new UdpFeed(List.of(new Endpoint("239.1.1.1", PORT)), List.of(), List.of());
        assertThat(UdpDrops.NONE.until(new SocketTables(proc).udpDrops(group))).isEqualTo(22);

        read(socket(LOOPBACK, 1, 17), socket("0100007F:9C42", 2, 5), socket("0100007F:9C43", 3, 99));
        UdpFeed lines = new UdpFeed(
                List.of(new Endpoint("127.0.0.1", PORT), new Endpoint("127.0.0.1", PORT + 1)), List.of(), List.of());
        assertThat(UdpDrops.NONE.until(new SocketTables(proc).udpDrops(lines))).isEqualTo(22);
    }

    @Test
    void neverDecreasesWhenASocketIsBoundAgain() throws IOException {
        applicationHolds(1);
        applicationHolds(2);
        UdpDrops before = read(socket(LOOPBACK, 1, 37));
        UdpDropCounter counter = new UdpDropCounter(new SocketTables(proc), FEED);
        assertThat(before.until(read(socket(LOOPBACK, 2, 0)))).isZero();
        counter.read((name, value) -> assertThat(value).isZero());
        assertThat(before.until(read(socket(LOOPBACK, 2, 4)))).isEqualTo(4);
        counter.read((name, value) -> assertThat(value).isEqualTo(4));
        assertThat(before.until(read())).isZero();
        counter.read((name, value) -> assertThat(value).isEqualTo(4));
    }

    /** The kernel lists a table in several reads, and sockets can be bound between them. */
    @Test
    void toleratesARepeatedAndAMissingRow() throws IOException {
        UdpDrops twice = read(socket(LOOPBACK, 1, 37), socket(LOOPBACK, 1, 38));
        assertThat(UdpDrops.NONE.until(twice)).isEqualTo(38);
        assertThat(twice.until(read(socket(LOOPBACK, 1, 40)))).isEqualTo(2);
        UdpDropCounter counter = new UdpDropCounter(new SocketTables(proc), FEED);
        read();
        counter.read((name, value) -> assertThat(value).isZero());
        read(socket(LOOPBACK, 1, 40));
        counter.read((name, value) -> assertThat(value).isZero());
    }

    @Test
    void countsDropsOfARealSocket() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (DatagramSocket deaf = new DatagramSocket(new InetSocketAddress(loopback, 0));
                DatagramSocket sender = new DatagramSocket()) {
            deaf.setReceiveBufferSize(4096);
            SocketTables tables = new SocketTables(Path.of("/proc"));
            UdpFeed feed = new UdpFeed(
                    List.of(new Endpoint("localhost", deaf.getLocalPort())),
                    List.of(),
                    List.of(ProcessHandle.current().pid()));
            UdpDrops before = tables.udpDrops(feed);
            for (int i = 0; i < 200; i++) {
                sender.send(new DatagramPacket(new byte[1000], 1000, loopback, deaf.getLocalPort()));
            }
            assertThat(before.sockets()).singleElement().satisfies(socket -> {
                assertThat(socket.owner()).isEqualTo(UdpDrops.Owner.APPLICATION);
                assertThat(socket.dropped()).isZero();
            });
            await().atMost(ONE_MINUTE)
                    .until(() -> before.until(tables.udpDrops(feed)) >= 100); // the kernel can be late
            assertThat(before.until(tables.udpDrops(feed))).isLessThanOrEqualTo(200);
        }
    }
}
