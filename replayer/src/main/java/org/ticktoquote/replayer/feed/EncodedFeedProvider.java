package org.ticktoquote.replayer.feed;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
     * @param check throws the exception that opening the URI would throw
     * @param usersClass the plug-in's class; this class if the transport is built in
     */
    record Transport(
            String scheme,
            FeedBinding binding,
            SbeEncoder.Framing framing,
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
                uri -> UdpSender.open(UdpSender.parts(uri))
                        .close(), // a socket that was only connected has sent nothing
                (uri, listener) -> UdpSender.open(UdpSender.parts(uri)),
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
                TcpSender::check,
                TcpSender::listen,
                Transport.class);

        static Transport of(MessageTransport transport) {
            return new Transport(
                    transport.scheme(),
                    transport.binding(),
                    SbeEncoder.Framing.NONE,
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
}
