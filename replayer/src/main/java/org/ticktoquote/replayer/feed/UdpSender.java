package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.trace.MessageTrace;

/**
 * Sends datagrams to one address, unicast or multicast.
 *
 * <p>The channel is connected, so that a send is one system call, with no security check and no address to pass.
 * If the application has ended, its kernel answers "port unreachable" and the next send fails. The channel is blocking, so that a full send
 * buffer delays a tick, which is measured. A non-blocking channel would drop the tick.
 */
final class UdpSender implements MessageSender {
    /** Maximum payload of a UDP datagram over IPv4. */
    static final int MAX_DATAGRAM = 65_507;

    private static final int SEND_BUFFER = 4 << 20;
    private static final String INTERFACE = "interface";
    private static final String TTL = "ttl";

    private final String address;
    private final DatagramChannel channel;
    private final long sendBufferBytes;
    private @Nullable MessageTrace trace;

    private UdpSender(String address, DatagramChannel channel) throws IOException {
        this.address = address;
        this.channel = channel;
        this.sendBufferBytes = channel.getOption(StandardSocketOptions.SO_SNDBUF);
    }

    /** Parses a URI that names the receiver. Accepts further options by name. Refuses numbers that are out of range. */
    static FeedUri parts(URI uri, String... further) {
        Set<String> options = new HashSet<>(Set.of(INTERFACE, TTL, FeedUri.SEND_BUFFER));
        options.addAll(List.of(further));
        FeedUri parts = FeedUri.of(uri, 1, options);
        int unusedBuffer = sendBuffer(parts);
        int unusedTtl = ttl(parts);
        return parts;
    }

    private static int sendBuffer(FeedUri parts) {
        return parts.number(FeedUri.SEND_BUFFER, 1024, 1 << 30, SEND_BUFFER);
    }

    private static int ttl(FeedUri parts) {
        return parts.number(TTL, 0, 255, 1);
    }

    /** Refuses multicast options if all addresses are unicast. */
    static void requireMulticast(FeedUri parts, Collection<FeedUri> addresses) {
        if (addresses.stream().anyMatch(each -> each.address().getAddress().isMulticastAddress())) {
            return;
        }
        for (String option : List.of(INTERFACE, TTL)) {
            if (parts.option(option) != null) {
                throw parts.refused(
                        "has " + option + "=" + parts.option(option), "a multicast address, or no " + option);
            }
        }
    }

    static UdpSender open(URI uri) {
        FeedUri parts = parts(uri);
        requireMulticast(parts, List.of(parts));
        return open(parts);
    }

    /** Opens a sender. Ignores multicast options for a unicast address. */
    static UdpSender open(FeedUri parts) {
        InetSocketAddress receiver = parts.address();
        try {
            DatagramChannel channel = DatagramChannel.open(
                    receiver.getAddress() instanceof Inet6Address
                            ? StandardProtocolFamily.INET6
                            : StandardProtocolFamily.INET);
            try {
                configure(channel, parts, receiver);
                channel.connect(receiver);
                return new UdpSender(addressOf(parts), channel);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw parts.unavailable(e);
        }
    }

    /** Returns the URI for the receiver: host, port and interface, without the sender's options. */
    private static String addressOf(FeedUri parts) {
        String name = parts.option(INTERFACE);
        return parts.uri().getScheme() + "://" + parts.host() + ":" + parts.port()
                + (name == null ? "" : "?interface=" + name);
    }

    private static void configure(DatagramChannel channel, FeedUri parts, InetSocketAddress receiver)
            throws IOException {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, sendBuffer(parts));
        if (!receiver.getAddress().isMulticastAddress()) {
            return;
        }
        channel.setOption(StandardSocketOptions.IP_MULTICAST_TTL, ttl(parts));
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

    @Override
    public String address() {
        return address;
    }

    long sendBufferBytes() {
        return sendBufferBytes;
    }

    @Override
    public Map<String, Long> facts() {
        return Map.of("sendBufferBytes", sendBufferBytes);
    }

    @Override
    public void trace(MessageTrace shown) {
        trace = shown;
    }

    /** Sends a datagram. Returns false if the kernel rejected it. */
    @Override
    public boolean send(ByteBuffer packet) {
        try {
            if (trace != null) {
                trace.sent(System.nanoTime(), address, packet);
            }
            return channel.write(packet) > 0;
        } catch (IOException refusedByKernel) {
            return false; // the caller counts the failure, because the application might have ended
        }
    }

    /**
     * Sends a datagram that must not be lost. Tries twice, because the kernel reports an earlier send's error once, at the
     * next send.
     */
    @Override
    public void sendControl(ByteBuffer packet) {
        if (!send(packet)) {
            packet.rewind();
            send(packet);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw Problem.of("--feed")
                    .value(address)
                    .fault("cannot be closed", e)
                    .failure(e);
        }
    }
}
