package org.ticktoquote.benchmarks.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import org.ticktoquote.core.command.DaemonThread;

/** Reads and discards datagrams at a loopback port, one at a time. Each datagram wakes the thread, as in an application. */
final class Listener implements AutoCloseable {
    private final DatagramChannel channel = DatagramChannel.open();

    Listener() throws IOException {
        channel.bind(new InetSocketAddress("127.0.0.1", 0));
        DaemonThread.start("listener", this::listen);
    }

    private void listen() {
        ByteBuffer datagram = ByteBuffer.allocateDirect(2_000);
        try {
            while (true) {
                channel.receive(datagram.clear());
            }
        } catch (ClosedChannelException end) {
            // the sender has ended
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
