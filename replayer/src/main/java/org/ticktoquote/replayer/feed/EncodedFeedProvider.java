package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.trace.MessageTrace;

/**
 * Opens the feeds of an encoder over a transport: {@code SCHEME://} for the built-in SBE, {@code PROTOCOL+SCHEME://} for an
 * encoder from a plug-in.
 */
final class EncodedFeedProvider implements FeedProvider {
    private final Transport transport;
    private final String scheme;
    private final Class<?> usersClass;
    private final Supplier<? extends TickEncoder> encoders;

    private EncodedFeedProvider(
            Transport transport, String prefix, Class<?> usersClass, Supplier<? extends TickEncoder> encoders) {
        this.transport = transport;
        this.scheme = prefix + transport.scheme;
        this.usersClass = transport.usersClass == Transport.class ? usersClass : transport.usersClass;
        this.encoders = encoders;
    }

    static EncodedFeedProvider sbe(Transport transport) {
        return new EncodedFeedProvider(
                transport, "", EncodedFeedProvider.class, () -> new SbeEncoder(transport.framing));
    }

    /**
     * Creates a provider for an encoder from a plug-in.
     *
     * @param protocol the same for all encoders
     * @param encoders creates one encoder per feed
     */
    static EncodedFeedProvider of(
            Transport transport, String protocol, Class<?> encoderClass, Supplier<TickEncoder> encoders) {
        return new EncodedFeedProvider(
                transport, protocol + "+", encoderClass, () -> GuardedEncoder.of(encoders, System::nanoTime));
    }

    /**
     * Transport for encoded messages.
     *
     * @param syntax refuses a URI that is wrong on any host
     * @param check throws the exception that opening the URI would throw
     * @param usersClass the plug-in's class; this class if the transport is built in
     */
    record Transport(
            String scheme,
            FeedBinding binding,
            SbeEncoder.Framing framing,
            Consumer<URI> syntax,
            Consumer<URI> check,
            BiFunction<URI, FeedListener, MessageSender> carriers,
            Class<?> usersClass) {
        /**
         * {@code HOST:PORT}, unicast or multicast depending on the address. The replayer sends, the application binds.
         *
         * <p>Options: {@code interface} (outgoing interface for multicast), {@code ttl} (multicast, default 1) and
         * {@code send-buffer} in bytes, default 4 MB.
         */
        static final Transport UDP = new Transport(
                "udp",
                FeedBinding.APPLICATION_UDP,
                SbeEncoder.Framing.DATAGRAM,
                UdpSender::parts,
                uri -> UdpSender.open(uri).close(), // a socket that was only connected has sent nothing
                (uri, listener) -> UdpSender.open(uri),
                Transport.class);
        /**
         * {@code HOST:PORT}. The replayer listens, the application connects. Port 0 selects a free port.
         *
         * <p>Option: {@code send-buffer} in bytes of each connection; by default the kernel sizes the buffer.
         */
        static final Transport TCP = new Transport(
                "tcp",
                FeedBinding.REPLAYER,
                SbeEncoder.Framing.STREAM,
                TcpSender::parts,
                TcpSender::check,
                TcpSender::listen,
                Transport.class);

        static Transport of(MessageTransport transport) {
            return new Transport(
                    transport.scheme(),
                    transport.binding(),
                    SbeEncoder.Framing.NONE,
                    uri -> {},
                    transport::check,
                    (uri, listener) -> new LinkSender(transport.open(uri)),
                    transport.getClass());
        }
    }

    /** Returns the plug-in's class that the feeds use, or this class if there is none. */
    Class<?> usersClass() {
        return usersClass;
    }

    @Override
    public String scheme() {
        return scheme;
    }

    @Override
    public FeedBinding binding() {
        return transport.binding;
    }

    /** Refuses a URI that is wrong on any host. */
    void checkSyntax(URI uri) {
        transport.syntax.accept(uri);
    }

    @Override
    public void check(URI uri) {
        transport.check.accept(uri);
    }

    @Override
    public Feed open(URI uri, FeedListener listener) {
        TickEncoder encoder = encoders.get();
        return new EncodedFeed(encoder, transport.carriers.apply(uri, listener));
    }

    /** Link of a plug-in. Cannot distinguish newcomers, so their messages go to all receivers. */
    private static final class LinkSender implements MessageSender {
        private final MessageLink link;
        private final UnsafeBuffer buffer = new UnsafeBuffer();
        private @Nullable MessageTrace trace;

        LinkSender(MessageLink link) {
            this.link = link;
        }

        @Override
        public String address() {
            return link.address();
        }

        @Override
        public Map<String, Long> facts() {
            return link.facts();
        }

        @Override
        public boolean connected() {
            return link.connected();
        }

        @Override
        public boolean hasJoined() {
            return link.joined();
        }

        @Override
        public void admitJoined() {
            boolean unused = link.joined(); // resets the flag, because newcomers get all messages anyway
        }

        @Override
        public boolean send(ByteBuffer message) {
            if (trace != null) {
                trace.sent(System.nanoTime(), address(), message.duplicate());
            }
            buffer.wrap(message);
            return link.send(buffer, 0, message.limit());
        }

        @Override
        public void sendControl(ByteBuffer message) {
            send(message);
        }

        @Override
        public long waitedNs() {
            return link.waitedNs();
        }

        @Override
        public void trace(MessageTrace shown) {
            trace = shown;
        }

        @Override
        public void abort() {
            link.abort();
        }

        @Override
        public void close() {
            link.close();
        }
    }

    /**
     * Sends the messages of an encoder, built-in or from a plug-in, over a {@link MessageSender}. Sends the opening, with the
     * number of the next tick, to a receiver that joins during a session.
     */
    private static final class EncodedFeed implements Feed {
        private final TickEncoder encoder;
        private final MessageSender carrier;
        private final FeedTick tick = new FeedTick();
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(UdpSender.MAX_DATAGRAM);
        private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        private final ByteBuffer otherBytes = ByteBuffer.allocateDirect(UdpSender.MAX_DATAGRAM);
        private final UnsafeBuffer other = new UnsafeBuffer(otherBytes);
        private final MessageSink toAll;
        private final MessageSink toNewcomers;
        private @Nullable SessionOpening session;

        EncodedFeed(TickEncoder encoder, MessageSender carrier) {
            this.encoder = encoder;
            this.carrier = carrier;
            this.toAll = (message, offset, length) -> carrier.sendControl(copied(message, offset, length));
            this.toNewcomers = (message, offset, length) -> carrier.sendToJoined(copied(message, offset, length));
        }

        private ByteBuffer copied(DirectBuffer message, int offset, int length) {
            other.putBytes(0, message, offset, length);
            return otherBytes.clear().limit(length);
        }

        @Override
        public String address() {
            return carrier.address();
        }

        @Override
        public Map<String, Long> facts() {
            return carrier.facts();
        }

        @Override
        public boolean connected() {
            return carrier.connected();
        }

        @Override
        public Optional<EncoderTime> encoderTime() {
            return encoder instanceof GuardedEncoder guarded ? Optional.of(guarded.time()) : Optional.empty();
        }

        @Override
        public void requireReturn() {
            if (encoder instanceof GuardedEncoder guarded) {
                guarded.checkReturned();
            }
        }

        @Override
        public void open(SessionOpening opening) {
            carrier.admitJoined();
            session = opening;
            encoder.opening(opening, toAll);
        }

        @Override
        public void prepare(DirectBuffer quote, int offset, long tickId, long venueTimeNs) {
            join(tickId);
            bytes.clear().limit(encoder.tick(tick.wrap(quote, offset, tickId, venueTimeNs), buffer));
        }

        @Override
        public boolean send() {
            return bytes.limit() == 0 || carrier.send(bytes);
        }

        @Override
        public long waitedNs() {
            return carrier.waitedNs();
        }

        @Override
        public void heartbeat(long nextTickId) {
            join(nextTickId);
            encoder.heartbeat(nextTickId, toAll);
        }

        @Override
        public void end(long lastTickId) {
            encoder.end(lastTickId, toAll);
            session = null;
        }

        /** Sends the opening to new receivers, outside the timed send. Allocates only when a receiver joins. */
        private void join(long nextTickId) {
            SessionOpening current = session;
            if (current != null && carrier.hasJoined()) {
                carrier.admitJoined();
                encoder.opening(current.joinedAt(nextTickId), toNewcomers);
            }
        }

        @Override
        public void trace(MessageTrace trace) {
            carrier.trace(trace);
        }

        @Override
        public void abort() {
            carrier.abort();
        }

        @Override
        public void close() {
            carrier.close();
        }
    }

    /**
     * Sends the same bytes to every application that connected to a port of the replayer.
     *
     * <p>A receiver that does not read fills the buffers and then blocks the pacer, and with it all other receivers. The delay
     * is in {@code sent} of the later ticks and in {@code blockedNs} of {@link #facts}. Its proven part, {@link #waitedNs}, is held
     * time, and the rest counts as replay lag. A message counts as sent if at least one application is connected and all of them
     * accepted it. One thread, the pacer, writes. {@link #abort}, {@link #connected} and {@link #facts} are safe for any thread.
     */
    private static final class TcpSender implements MessageSender {
        private final String scheme;
        private final String host;
        private final TcpAcceptor acceptor;
        private final BackPressure backPressure = new BackPressure(System::nanoTime);
        private TcpAcceptor.Connection[] connections = {};
        private TcpAcceptor.Connection[] joined = {};
        private @Nullable MessageTrace trace;

        private TcpSender(FeedUri parts, TcpAcceptor acceptor) {
            this.scheme = parts.uri().getScheme();
            this.host = parts.host();
            this.acceptor = acceptor;
        }

        /** Listens at the address of a URI. Port 0 selects a free port. */
        static TcpSender listen(URI uri, FeedListener listener) {
            FeedUri parts = parts(uri);
            int sendBuffer = sendBuffer(parts);
            try {
                ServerSocketChannel server = ServerSocketChannel.open();
                try {
                    server.bind(parts.address());
                    TcpAcceptor acceptor = new TcpAcceptor(server, sendBuffer, listener);
                    acceptor.start();
                    return new TcpSender(parts, acceptor);
                } catch (IOException | RuntimeException e) {
                    server.close();
                    throw e;
                }
            } catch (IOException e) {
                throw parts.unavailable(e);
            }
        }

        /** Binds without listening, so that an application that waits for the feed cannot connect. */
        static void check(URI uri) {
            FeedUri parts = parts(uri);
            try (Socket probe = new Socket()) {
                probe.setReuseAddress(true);
                probe.bind(parts.address());
            } catch (IOException e) {
                throw parts.unavailable(e);
            }
        }

        /** Parses a URI. Refuses values of its options that are out of range. */
        private static FeedUri parts(URI uri) {
            FeedUri parts = FeedUri.of(uri, 0, Set.of(FeedUri.SEND_BUFFER));
            int unused = sendBuffer(parts);
            return parts;
        }

        private static int sendBuffer(FeedUri parts) {
            return parts.number(FeedUri.SEND_BUFFER, 0, 1 << 30, 0);
        }

        @Override
        public String address() {
            return scheme + "://" + host + ":" + acceptor.port();
        }

        @Override
        public Map<String, Long> facts() {
            return Map.of(
                    "connections", (long) acceptor.connected(),
                    "blockedSends", backPressure.blockedSends(),
                    "blockedNs", backPressure.blockedNs());
        }

        @Override
        public long waitedNs() {
            return backPressure.waitedNs();
        }

        @Override
        public boolean connected() {
            return acceptor.connected() > 0;
        }

        @Override
        public boolean hasJoined() {
            return acceptor.hasNewcomers();
        }

        @Override
        public void admitJoined() {
            List<TcpAcceptor.Connection> all = new ArrayList<>();
            for (TcpAcceptor.Connection connection : connections) {
                if (connection.usable()) {
                    all.add(connection);
                }
            }
            List<TcpAcceptor.Connection> taken = acceptor.takeNewcomers();
            all.addAll(taken);
            connections = all.toArray(TcpAcceptor.Connection[]::new);
            joined = taken.toArray(TcpAcceptor.Connection[]::new);
        }

        @Override
        public boolean send(ByteBuffer tick) {
            return write(tick, connections);
        }

        @Override
        public void sendControl(ByteBuffer message) {
            write(message, connections);
        }

        @Override
        public void sendToJoined(ByteBuffer message) {
            write(message, joined);
        }

        @Override
        public void trace(MessageTrace shown) {
            trace = shown;
        }

        /** Writes bytes to given receivers. Returns true if there is at least one and all of them accepted all bytes. */
        private boolean write(ByteBuffer bytes, TcpAcceptor.Connection[] receivers) {
            boolean whole = false;
            boolean broken = false;
            for (TcpAcceptor.Connection receiver : receivers) {
                if (receiver.usable()) {
                    bytes.rewind();
                    if (trace != null) {
                        trace.sent(System.nanoTime(), address(), bytes);
                    }
                    boolean written = receiver.write(bytes, backPressure);
                    whole |= written;
                    broken |= !written;
                }
            }
            return whole && !broken;
        }

        @Override
        public void abort() {
            backPressure.abort();
        }

        @Override
        public void close() {
            abort();
            acceptor.close();
        }
    }
}
