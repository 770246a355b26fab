package org.ticktoquote.pricing.feed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Collections;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.pricing.feed.FeedReceiver.FeedPacket;
import org.ticktoquote.pricing.pipeline.Input;

/** Receives datagrams, unicast or multicast. */
public final class UdpReceiver implements FeedReceiver {
    /** More than the kernel's default, because a cold JVM can fall hundreds of ticks behind in a burst. */
    static final int RECEIVE_BUFFER = 4 << 20;

    private static final int MAX_DATAGRAM = 65_536;
    private static final int MAX_BATCH = 64;

    private final DatagramChannel channel;
    private final NanoClock clock;
    private final Selector selector;
    private final Input<FeedPacket> next;
    private final Runnable endBatch;
    private final Consumer<StatusLine> status;

    private UdpReceiver(
            DatagramChannel channel,
            Selector selector,
            NanoClock clock,
            Input<FeedPacket> next,
            Runnable endBatch,
            Consumer<StatusLine> status) {
        this.channel = channel;
        this.selector = selector;
        this.endBatch = endBatch;
        this.clock = clock;
        this.next = next;
        this.status = status;
    }

    /**
     * Binds immediately, so that a port in use is refused before the application reports ready.
     *
     * @param endBatch runs on the receiving thread when no datagram is waiting, or after {@value #MAX_BATCH} datagrams
     */
    public static UdpReceiver bind(
            FeedAddress address,
            NanoClock clock,
            Input<FeedPacket> next,
            Runnable endBatch,
            Consumer<StatusLine> status) {
        DatagramChannel channel = null;
        try {
            boolean isIpv6 = address.socketAddress().getAddress() instanceof Inet6Address;
            channel = DatagramChannel.open(isIpv6 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
            if (address.multicast()) {
                channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                channel.bind(new InetSocketAddress(address.port()));
                channel.join(address.socketAddress().getAddress(), networkInterface(address.interfaceName()));
            } else {
                channel.bind(address.socketAddress());
            }
            channel.configureBlocking(false);
            Selector selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
            return new UdpReceiver(channel, selector, clock, next, endBatch, status);
        } catch (IOException | RuntimeException e) {
            closeQuietly(channel, e);
            throw Problem.of("--feed")
                    .value("udp://" + address.host() + ":" + address.port())
                    .fault("cannot be bound", e)
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static void closeQuietly(@Nullable DatagramChannel channel, Exception cause) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static NetworkInterface networkInterface(@Nullable String name) throws IOException {
        NetworkInterface named = name == null ? anyMulticast() : NetworkInterface.getByName(name);
        if (named == null) {
            throw new IOException("this host has no network interface '" + name + "'");
        }
        return named;
    }

    private static NetworkInterface anyMulticast() throws IOException {
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (each.isUp() && each.supportsMulticast() && !each.isLoopback()) {
                return each;
            }
        }
        return NetworkInterface.getByName("lo");
    }

    @Override
    public int port() {
        return channel.socket().getLocalPort();
    }

    @Override
    public void run() throws IOException {
        ByteBuffer datagram = ByteBuffer.allocateDirect(MAX_DATAGRAM);
        try {
            status.accept(FeedReceiver.opened("bound", port(), channel.getOption(StandardSocketOptions.SO_RCVBUF)));
            while (selector.isOpen()) {
                int taken = 0;
                while (taken < MAX_BATCH && receive(datagram)) {
                    taken++;
                }
                endBatch.run();
                if (taken < MAX_BATCH) {
                    selector.select(key -> {});
                }
            }
        } catch (ClosedChannelException | ClosedSelectorException closed) {
            // asked to end
        }
    }

    private boolean receive(ByteBuffer datagram) throws IOException {
        datagram.clear();
        if (channel.receive(datagram) == null) {
            return false;
        }
        long arrivedNs = clock.nanoTime();
        byte[] bytes = new byte[datagram.flip().remaining()];
        datagram.get(bytes);
        next.put(new FeedPacket(new UnsafeBuffer(bytes), true, arrivedNs));
        return true;
    }

    @Override
    public void close() {
        try {
            channel.close();
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
