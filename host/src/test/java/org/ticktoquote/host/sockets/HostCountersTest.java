package org.ticktoquote.host.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCountersTest {
    @TempDir
    private Path folder;

    private HostCounters counters() {
        return new HostCounters(folder.toString());
    }

    private void write() throws IOException {
        Files.writeString(folder.resolve("snmp"), """
            Ip: Forwarding InErrors
            Ip: 1 -7
            Udp: InDatagrams NoPorts InErrors
            Udp: 60878 62 39945
            """);
        Files.writeString(
                folder.resolve("netstat"),
                "TcpExt: SyncookiesSent TCPToZeroWindowAdv\nTcpExt: 0 2\nIpExt: InNoRoutes\n");
        Files.writeString(folder.resolve("snmp6"), "Udp6InErrors     \t5\nIp6InReceives 1\n");
    }

    @Test
    void findsCountersByProtocolAndName() throws IOException {
        assertThat(counters().udp("InErrors")).isZero();
        write();
        assertThat(counters().basic("Udp:", "Unheard")).isZero();
        assertThat(counters().extended("IpExt:", "InNoRoutes")).isZero();
        assertThat(counters().basic("Udp:", "InErrors")).isEqualTo(39_945);
        assertThat(counters().extended("TcpExt:", "TCPToZeroWindowAdv")).isEqualTo(2);
        assertThat(counters().udp("InErrors")).isEqualTo(39_950);
    }
}
