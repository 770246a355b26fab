package org.ticktoquote.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SocketDiagnosticsTest {
    private static final int SMALL = 8_192;

    private ServerSocketChannel acceptor;
    private SocketChannel client;
    private SocketChannel server;
    private SocketDiagnostics diagnosis;
    private InetSocketAddress own;
    private InetSocketAddress other;

    @BeforeEach
    void connect() throws Exception {
        acceptor = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        client = SocketChannel.open().setOption(StandardSocketOptions.SO_RCVBUF, SMALL);
        client.connect(acceptor.getLocalAddress());
        server = acceptor.accept();
        server.configureBlocking(false);
        client.configureBlocking(false);
        diagnosis = SocketDiagnostics.open();
        own = (InetSocketAddress) client.getLocalAddress();
        other = (InetSocketAddress) client.getRemoteAddress();
        assumeThat(query(own, other)).as("the kernel answers about sockets").isPresent();
    }

    @AfterEach
    void close() throws Exception {
        diagnosis.close();
        server.close();
        client.close();
        acceptor.close();
    }

    private Optional<TcpSocketCounters> query(InetSocketAddress local, InetSocketAddress remote) {
        return diagnosis.of(new SocketDiagnostics.Query(local, remote));
    }

    private long sendAll() throws Exception {
        long sent = 0;
        ByteBuffer block = ByteBuffer.allocate(1 << 16);
        for (int n = 1; n > 0; sent += n) {
            n = server.write(block.clear());
        }
        return sent;
    }

    @Test
    void reportsAClosedReceiveWindowIfThePeerDoesNotRead() throws Exception {
        assertThat(query(other, own).orElseThrow().windowLimitedNs()).isZero();
        long sent = sendAll();
        assertThat(sent).isGreaterThan(SMALL);

        await().atMost(Duration.ofSeconds(60))
                .until(() -> query(other, own).orElseThrow().windowLimitedNs() > TimeUnit.MILLISECONDS.toNanos(50));
        TcpSocketCounters reader = query(own, other).orElseThrow();
        assertThat(reader.unreadBytes()).isPositive();
        assertThat(reader.receiveWindow()).isIn(0L, ConnectionCounters.UNKNOWN);

        ByteBuffer into = ByteBuffer.allocate(1 << 16);
        for (long read = 0; read < sent; ) {
            read += client.read(into.clear());
        }
        assertThat(query(own, other).orElseThrow().unreadBytes()).isZero();
    }

    @Test
    void returnsEmptyForASocketThatDoesNotExist() {
        assertThat(query(own, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)))
                .isEmpty();
    }

    @Test
    void listeningSocketIsNotReportedForAClosedConnection() throws Exception {
        client.close();
        server.close();
        await().atMost(Duration.ofSeconds(60)).until(() -> query(other, own).isEmpty());
    }
}
