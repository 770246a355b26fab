package org.ticktoquote.host.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UdpDropsTest {
    @Test
    void addsDropsOfAllSocketsOfThePort(@TempDir Path proc) throws IOException {
        String table = """
                  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
                 1: 0100007F:9C41 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 1 2 0000 17
                 2: 00000000:9C41 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 1 2 0000 5
                 3: 0100007F:9C42 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 1 2 0000 99
                """;
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net/udp"), table);
        assertThat(new SocketTables(proc).udpDrops(0x9C41)).isEqualTo(22);
    }

    @Test
    void countsDropsOfARealSocket() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (DatagramSocket deaf = new DatagramSocket(new InetSocketAddress(loopback, 0));
                DatagramSocket sender = new DatagramSocket()) {
            deaf.setReceiveBufferSize(4096);
            SocketTables tables = new SocketTables(Path.of("/proc"));
            long before = tables.udpDrops(deaf.getLocalPort());
            for (int i = 0; i < 200; i++) {
                sender.send(new DatagramPacket(new byte[1000], 1000, loopback, deaf.getLocalPort()));
            }
            assertThat(before).isZero();
            await().atMost(ONE_MINUTE)
                    .until(() -> tables.udpDrops(deaf.getLocalPort()) >= 100); // the kernel can be late
            assertThat(tables.udpDrops(deaf.getLocalPort())).isLessThanOrEqualTo(200);
        }
    }
}
