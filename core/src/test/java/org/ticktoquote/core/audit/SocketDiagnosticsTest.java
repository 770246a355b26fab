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
        assumeThat(diagnosis.of(own, other))
                .as("the kernel answers about sockets")
                .isPresent();
    }

    @AfterEach
    void close() throws Exception {
        diagnosis.close();
        server.close();
        client.close();
        acceptor.close();
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
    void showsAClosedWindowWhereNobodyReads() throws Exception {
        assertThat(diagnosis.of(other, own).orElseThrow().windowLimitedNs()).isZero();
        long sent = sendAll();
        assertThat(sent).isGreaterThan(SMALL);

        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        diagnosis.of(other, own).orElseThrow().windowLimitedNs() > TimeUnit.MILLISECONDS.toNanos(50));
        TcpSocketCounters reader = diagnosis.of(own, other).orElseThrow();
        assertThat(reader.unreadBytes()).isPositive();
        assertThat(reader.receiveWindow()).isIn(0L, ConnectionCounters.UNKNOWN);

        ByteBuffer into = ByteBuffer.allocate(1 << 16);
        for (long read = 0; read < sent; ) {
            read += client.read(into.clear());
        }
        assertThat(diagnosis.of(own, other).orElseThrow().unreadBytes()).isZero();
    }

    @Test
    void knowsNothingOfASocketThatDoesNotExist() {
        assertThat(diagnosis.of(own, new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)))
                .isEmpty();
    }

    @Test
    void aSocketThatListensSaysNothingOfAConnectionThatIsGone() throws Exception {
        client.close();
        server.close();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> diagnosis.of(other, own).isEmpty());
    }

    @Test
    void understandsAnAnswerWithoutTheNewestFields() {
        ByteBuffer error = ByteBuffer.allocate(36).order(java.nio.ByteOrder.nativeOrder());
        error.putInt(0, 36).putShort(4, (short) 2);
        assertThat(TcpSocketCounters.parse(error)).isEmpty();

        ByteBuffer old = ByteBuffer.allocate(88 + 4 + 104).order(java.nio.ByteOrder.nativeOrder());
        old.putInt(0, old.capacity()).putShort(4, (short) 20).putInt(72, 77);
        old.putShort(88, (short) 108).putShort(90, (short) 2).putInt(92 + 100, 5);
        assertThat(TcpSocketCounters.parse(old)).contains(new TcpSocketCounters(77, 5, -1, -1, -1, 0, 0));
    }
}
