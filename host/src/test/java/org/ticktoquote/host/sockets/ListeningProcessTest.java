package org.ticktoquote.host.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ListeningProcessTest {
    @Test
    void findsProcessListeningOnAPort() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
            assertThat(new ListeningProcess().pidsListeningOn(port))
                    .containsExactly(ProcessHandle.current().pid());
        }
        assertThat(new ListeningProcess().pidsListeningOn(port))
                .doesNotContain(ProcessHandle.current().pid());
    }

    @Test
    void recognisesLocalAddresses() {
        assertThat(ListeningProcess.isLocal("127.0.0.1")).isTrue();
        assertThat(ListeningProcess.isLocal("localhost")).isTrue();
        assertThat(ListeningProcess.isLocal("192.0.2.1")).isFalse();
        assertThat(ListeningProcess.isLocal("nosuch.invalid")).isFalse();
    }
}
