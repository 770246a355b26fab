package org.ticktoquote.host.pingpong;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/** A stream to one peer, cut into messages by the length in their header. */
final class TcpLink implements Link {
    private final SocketChannel channel;
    private final ByteBuffer in =
            ByteBuffer.allocateDirect(2 * Transport.TCP.longest()).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer view = in.duplicate();
    private final String trouble;
    private int start;

    private TcpLink(SocketChannel channel, String trouble) {
        this.channel = channel;
        this.trouble = trouble;
    }

    static TcpLink to(InetSocketAddress peer, Reception reception) throws IOException {
        return over(SocketChannel.open(peer), reception);
    }

    /** Over a connected channel, which it closes when it cannot be prepared. */
    static TcpLink over(SocketChannel channel, Reception reception) throws IOException {
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(reception != Reception.SPIN);
            return new TcpLink(channel, reception == Reception.BUSY_POLL ? BusyPoll.on(channel) : "");
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        while (message.hasRemaining()) {
            if (channel.write(message) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** Sends what stands in the receive buffer, during the call that handed it over. */
    void sendBack(int offset, int length) throws IOException {
        send(view.limit(offset + length).position(offset));
    }

    @Override
    public boolean receive(Inbox inbox) throws IOException {
        int count = channel.read(in);
        long receivedNs = System.nanoTime();
        if (count < 0) {
            return false;
        }
        if (count == 0) {
            Thread.onSpinWait();
            return true;
        }
        while (in.position() - start >= PingMessage.HEADER_BYTES && handOver(inbox, receivedNs)) {
            // each round is one message
        }
        if (start == in.position()) {
            in.clear();
            start = 0;
        } else if (in.remaining() < Transport.TCP.longest()) {
            in.flip().position(start);
            in.compact();
            start = 0;
        }
        return true;
    }

    private boolean handOver(Inbox inbox, long receivedNs) throws IOException {
        int length = PingMessage.length(in, start);
        if (!PingMessage.startsAt(in, start) || length > Transport.TCP.longest()) {
            throw new IOException("the peer is no t2q pingpong");
        }
        if (in.position() - start < length) {
            return false;
        }
        inbox.take(in, start, length, receivedNs);
        start += length;
        return true;
    }

    @Override
    public String trouble() {
        return trouble;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
