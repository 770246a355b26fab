package org.ticktoquote.host.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.net.Endpoint;

class SocketTablesTest {
    private final long self = ProcessHandle.current().pid();

    @Test
    void findsProcessListeningOnAPort() throws IOException {
        Endpoint at;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            at = new Endpoint("localhost", socket.getLocalPort());
            assertThat(new SocketTables().pidsListeningOn(at)).containsExactly(self);
        }
        assertThat(new SocketTables().pidsListeningOn(at)).doesNotContain(self);
    }

    @Test
    void prefersTheProcessAtTheAddressAndThenTheOneAtAllAddresses() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.2"))) {
            assertThat(new SocketTables().pidsListeningOn(new Endpoint("127.0.0.1", socket.getLocalPort())))
                    .isEmpty();
            assertThat(new SocketTables().pidsListeningOn(new Endpoint("127.0.0.2", socket.getLocalPort())))
                    .containsExactly(self);
        }
        try (ServerSocket anyAddress = new ServerSocket(0)) {
            assertThat(new SocketTables().pidsListeningOn(new Endpoint("127.0.0.1", anyAddress.getLocalPort())))
                    .containsExactly(self);
        }
    }

    @Test
    void allAddressesOfIpv4AcceptNoConnectionOfIpv6(@TempDir Path proc) throws IOException {
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net/tcp"), """
            sl local_address ...
            0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 7 1 0 100 0 0 10 0
            """);
        SocketTables sockets = new SocketTables(proc);
        assertThat(sockets.isListening(new Endpoint("127.0.0.1", 0x1F90))).isTrue();
        assertThat(sockets.isListening(new Endpoint("::1", 0x1F90))).isFalse();
    }

    @Test
    void recognisesLocalAddresses() {
        assertThat(SocketTables.isLocal("127.0.0.1")).isTrue();
        assertThat(SocketTables.isLocal("localhost")).isTrue();
        assertThat(SocketTables.isLocal("192.0.2.1")).isFalse();
        assertThat(SocketTables.isLocal("nosuch.invalid")).isFalse();
    }
}
