package org.ticktoquote.host.pingpong;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;

/** Datagrams to one peer. */
final class UdpLink implements Link {
    private static final int SOCKET_BUFFER_BYTES = 4 << 20;

    private final DatagramChannel channel;
    private final ByteBuffer in =
            ByteBuffer.allocateDirect(Transport.UDP.longest()).order(ByteOrder.LITTLE_ENDIAN);
    private final String trouble;

    private UdpLink(DatagramChannel channel, String trouble) {
        this.channel = channel;
        this.trouble = trouble;
    }

    static UdpLink to(InetSocketAddress peer, Reception reception) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        try {
            String trouble = prepare(channel, reception);
            channel.connect(peer);
            return new UdpLink(channel, trouble);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Sets buffers and the way of receiving; returns what was not granted. */
    static String prepare(DatagramChannel channel, Reception reception) throws IOException {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
        channel.configureBlocking(reception != Reception.SPIN);
        return reception == Reception.BUSY_POLL ? BusyPoll.on(channel) : "";
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        try {
            while (channel.write(message) == 0 && message.hasRemaining()) {
                Thread.onSpinWait(); // the send buffer of a channel that does not block is full
            }
        } catch (PortUnreachableException nobodyThere) {
            message.position(message.limit()); // the reply will be missing, and is counted
        }
    }

    @Override
    public boolean receive(Inbox inbox) throws IOException {
        in.clear();
        try {
            int length = channel.read(in);
            long receivedNs = System.nanoTime();
            if (length >= PingMessage.HEADER_BYTES && PingMessage.startsAt(in, 0)) {
                inbox.take(in, 0, length, receivedNs);
            } else if (length == 0) {
                Thread.onSpinWait();
            }
        } catch (PortUnreachableException nobodyThere) {
            Thread.onSpinWait(); // an earlier datagram was refused; the peer may still come
        }
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
