package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.channels.DatagramChannel;
import java.util.Set;
import org.ticktoquote.core.net.FeedBinding;

/**
 * Opens {@code udp://HOST:PORT}, unicast or multicast by the address: the replayer sends, the application binds.
 *
 * <p>Options: {@code interface} (multicast leaves through it), {@code ttl} (multicast, default 1) and
 * {@code send-buffer} in bytes, default 4 MB.
 */
public final class UdpFeedProvider implements FeedProvider {
    private static final int SEND_BUFFER = 4 << 20;
    private static final String INTERFACE = "interface";
    private static final String TTL = "ttl";

    @Override
    public String scheme() {
        return "udp";
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.APPLICATION_UDP;
    }

    @Override
    public Feed open(URI uri, FeedListener listener) {
        FeedUri parts = FeedUri.of(uri, 1, Set.of(INTERFACE, TTL, FeedUri.SEND_BUFFER));
        InetSocketAddress receiver = parts.address();
        try {
            DatagramChannel channel = DatagramChannel.open(
                    receiver.getAddress() instanceof Inet6Address
                            ? StandardProtocolFamily.INET6
                            : StandardProtocolFamily.INET);
            try {
                configure(channel, parts, receiver);
                channel.connect(receiver);
                return new UdpFeed(addressOf(parts), channel);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw parts.unavailable(e);
        }
    }

    /** A socket that was only connected has sent nothing. */
    @Override
    public void check(URI uri) {
        open(uri, FeedListener.NONE).close();
    }

    /** What the receiver needs to know; the other options are the sender's own. */
    private static String addressOf(FeedUri parts) {
        String name = parts.option(INTERFACE);
        return "udp://" + parts.host() + ":" + parts.port() + (name == null ? "" : "?interface=" + name);
    }

    private static void configure(DatagramChannel channel, FeedUri parts, InetSocketAddress receiver)
            throws IOException {
        int sendBuffer = parts.number(FeedUri.SEND_BUFFER, 1024, 1 << 30, SEND_BUFFER);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, sendBuffer);
        if (!receiver.getAddress().isMulticastAddress()) {
            return;
        }
        channel.setOption(StandardSocketOptions.IP_MULTICAST_TTL, parts.number(TTL, 0, 255, 1));
        channel.setOption(StandardSocketOptions.IP_MULTICAST_LOOP, true);
        String name = parts.option(INTERFACE);
        if (name != null) {
            NetworkInterface found = NetworkInterface.getByName(name);
            if (found == null) {
                throw FeedUri.refused(parts.uri(), "this host has no network interface '" + name + "'");
            }
            channel.setOption(StandardSocketOptions.IP_MULTICAST_IF, found);
        }
    }
}
