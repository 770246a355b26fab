package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.ticktoquote.replayer.feed.FeedMessage.Packet;

/** Application that binds a UDP port and keeps all packets. */
public final class UdpReceiver implements AutoCloseable {
    private final DatagramChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocate(2048);
    private final List<Packet> packets = new ArrayList<>();

    private UdpReceiver(DatagramChannel channel) throws IOException {
        this.channel = channel;
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 4 << 20);
        channel.configureBlocking(false);
    }

    /** Binds a free port of the loopback interface. */
    public static UdpReceiver unicast() throws IOException {
        return new UdpReceiver(DatagramChannel.open(StandardProtocolFamily.INET)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }

    /** Binds a free port and joins a group. */
    static UdpReceiver multicast(String group, NetworkInterface on) throws IOException {
        DatagramChannel channel =
                DatagramChannel.open(StandardProtocolFamily.INET).bind(new InetSocketAddress(0));
        channel.join(new InetSocketAddress(group, 0).getAddress(), on);
        return new UdpReceiver(channel);
    }

    public int port() {
        return channel.socket().getLocalPort();
    }

    /** Receives packets until one matches, and returns all. */
    public List<Packet> until(Predicate<Packet> last) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            drain();
            return packets.stream().anyMatch(last);
        });
        return packets;
    }

    private void drain() throws IOException {
        while (channel.receive(bytes.clear()) != null) {
            packets.add(Packet.of(bytes.flip()));
        }
    }

    /** Returns whether a packet ends a session. */
    public static boolean isEnd(Packet packet) {
        return packet.messages().get(0) instanceof FeedMessage.End;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
