package org.ticktoquote.host.pingpong;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.linux.CallingThread;
import org.ticktoquote.host.pingpong.Link.Inbox;
import org.ticktoquote.host.pingpong.Link.PingMessage;
import org.ticktoquote.host.pingpong.Link.TcpLink;
import org.ticktoquote.host.pingpong.Link.UdpLink;
import org.ticktoquote.host.pingpong.PingpongRun.ReceiveMode;
import org.ticktoquote.host.pingpong.PingpongRun.Transport;

/**
 * Echoes every complete message over UDP or TCP, and describes itself on request.
 *
 * <p>Uses one thread for UDP, and one per connection for TCP, with at most {@value #MAX_CONNECTIONS} connections.
 */
public final class PingpongServer implements AutoCloseable {
    static final int MAX_CONNECTIONS = 16;
    private static final Logger LOG = LoggerFactory.getLogger(PingpongServer.class);

    private final ReceiveMode reception;
    private final int cpu;
    private final String introduction;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;
    private final InetSocketAddress address;
    private final Set<String> refusedSettings = Collections.synchronizedSet(new LinkedHashSet<>());

    private PingpongServer(Transport transport, InetSocketAddress bind, ReceiveMode reception, int cpu, String words)
            throws IOException {
        this.reception = reception;
        this.cpu = cpu;
        this.introduction = "reception " + reception.word() + (words.isEmpty() ? "" : ", " + words);
        this.address = transport == Transport.UDP ? serveUdp(bind) : serveTcp(bind);
    }

    /**
     * Starts a server.
     *
     * @param bind address to bind; port 0 for any
     * @param cpu CPU for the receiving threads; negative for any
     * @param words description for clients that request it
     */
    public static PingpongServer start(
            Transport transport, InetSocketAddress bind, ReceiveMode reception, int cpu, String words) {
        try {
            return new PingpongServer(transport, bind, reception, cpu, words);
        } catch (IOException e) {
            throw Problem.of("--serve")
                    .value(bind.getHostString() + ":" + bind.getPort())
                    .fault("cannot be bound", e)
                    .exception(ExitStatus.ENVIRONMENT, e);
        }
    }

    /** Returns the bound address. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns the settings that the system refused so far, as text; empty if none. TCP settings are per connection. */
    public String refusedSettings() {
        synchronized (refusedSettings) {
            return String.join("; ", refusedSettings);
        }
    }

    private void addRefused(String setting) {
        if (!setting.isEmpty()) {
            refusedSettings.add(setting);
        }
    }

    private InetSocketAddress serveUdp(InetSocketAddress bind) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        open.add(channel);
        addRefused(UdpLink.prepare(channel, reception));
        channel.bind(bind);
        start("pingpong-server", () -> echo(channel));
        return (InetSocketAddress) channel.getLocalAddress();
    }

    private InetSocketAddress serveTcp(InetSocketAddress bind) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        open.add(listener);
        listener.bind(bind);
        start("pingpong-acceptor", () -> accept(listener));
        return (InetSocketAddress) listener.getLocalAddress();
    }

    private interface Work {
        void run() throws IOException;
    }

    private void start(String name, Work work) {
        DaemonThread.start(name, () -> run(name, work));
    }

    private void run(String name, Work work) {
        try {
            work.run();
        } catch (ClosedChannelException closed) {
            LOG.debug("{}: closed", name, closed);
        } catch (IOException broken) {
            if (!closing) {
                LOG.warn("{}: ended: {}", name, IoReason.of(broken));
            }
        }
    }

    private void echo(DatagramChannel channel) throws IOException {
        addRefused(CallingThread.pin(cpu));
        ByteBuffer message = ByteBuffer.allocateDirect(Transport.UDP.longest()).order(ByteOrder.LITTLE_ENDIAN);
        while (!closing) {
            message.clear();
            SocketAddress peer = channel.receive(message);
            message.flip();
            if (peer == null) {
                Thread.onSpinWait();
            } else if (message.remaining() >= PingMessage.HEADER_BYTES && PingMessage.startsAt(message, 0)) {
                introduce(message, 0, message.remaining());
                answer(channel, message, peer);
            }
        }
    }

    /** Answers a peer. An unreachable peer does not end the service for others. */
    private static void answer(DatagramChannel channel, ByteBuffer message, SocketAddress peer) throws IOException {
        try {
            channel.send(message, peer);
        } catch (SocketException unreachable) {
            LOG.debug("{} cannot be answered", peer, unreachable);
        }
    }

    private void accept(ServerSocketChannel listener) throws IOException {
        for (int number = 1; !closing; number++) {
            SocketChannel channel = listener.accept();
            if (open.size() > MAX_CONNECTIONS) {
                LOG.warn("a further connection is refused: {} are open", MAX_CONNECTIONS);
                channel.close();
            } else {
                TcpLink link = TcpLink.over(channel, reception);
                addRefused(link.refusedSettings());
                open.add(link);
                start("pingpong-server-" + number, () -> echo(link));
            }
        }
    }

    private void echo(TcpLink link) throws IOException {
        addRefused(CallingThread.pin(cpu));
        Inbox inbox = (buffer, offset, length, receivedNs) -> {
            introduce(buffer, offset, length);
            link.sendBack(offset, length);
        };
        try (link) {
            boolean connected = true;
            while (connected && !closing) {
                connected = link.receive(inbox);
            }
        } finally {
            open.remove(link);
        }
    }

    /** Writes the description, with refused settings, after the header of a message that requests it. */
    private void introduce(ByteBuffer buffer, int offset, int length) {
        if (PingMessage.sequence(buffer, offset) == PingMessage.HELLO && length >= PingMessage.HELLO_BYTES) {
            String refused = refusedSettings();
            String line = introduction + (refused.isEmpty() ? "" : ", " + refused);
            byte[] text = line.getBytes(StandardCharsets.UTF_8);
            int room = PingMessage.HELLO_BYTES - PingMessage.HEADER_BYTES;
            buffer.put(offset + PingMessage.HEADER_BYTES, text, 0, Math.min(room, text.length));
        }
    }

    @Override
    public void close() {
        closing = true;
        for (Closeable one : open) {
            try {
                one.close();
            } catch (IOException e) {
                LOG.debug("already closed", e);
            }
        }
    }
}
