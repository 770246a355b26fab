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

/** Opens the feeds of an encoder over a transport: t2q's own, {@code SCHEME://}, or of a plug-in, {@code PROTOCOL+SCHEME://}. */
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

    /** SBE over a transport. */
    static EncodedFeedProvider sbe(Transport transport) {
        return new EncodedFeedProvider(
                transport, "", EncodedFeedProvider.class, () -> new SbeEncoder(transport.framing));
    }

    /** What the encoders of a plug-in say over a transport. */
    static EncodedFeedProvider of(Transport transport, GuardedEncoder.Source encoders) {
        return new EncodedFeedProvider(transport, encoders.protocol() + "+", encoders.encoderClass(), encoders::make);
    }

    /**
     * A way for the messages of encoders.
     *
     * @param check refuses a URI that would be refused when it is opened
     * @param usersClass of a plug-in; this one of t2q's own
     */
    record Transport(
            String scheme,
            FeedBinding binding,
            SbeEncoder.Framing framing,
            Consumer<URI> check,
            BiFunction<URI, FeedListener, Carrier> carriers,
            Class<?> usersClass) {
        /**
         * {@code HOST:PORT}, unicast or multicast by the address: the replayer sends, the application binds.
         *
         * <p>Options: {@code interface} (multicast leaves through it), {@code ttl} (multicast, default 1) and {@code send-buffer}
         * in bytes, default 4 MB.
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
         * {@code HOST:PORT}: the replayer listens there, the application connects; port 0 takes a free one.
         *
         * <p>Option: {@code send-buffer} in bytes of each connection; without it the kernel sizes the buffer.
         */
        static final Transport TCP = new Transport(
                "tcp",
                FeedBinding.REPLAYER,
                SbeEncoder.Framing.STREAM,
                TcpReceivers::check,
                TcpReceivers::listen,
                Transport.class);

        /** One of a plug-in. */
        static Transport of(MessageTransport transport) {
            return new Transport(
                    transport.scheme(),
                    transport.binding(),
                    SbeEncoder.Framing.NONE,
                    transport::check,
                    (uri, listener) -> new LinkCarrier(transport.open(uri)),
                    transport.getClass());
        }
    }

    /** A class of a plug-in that the feeds are made with, where there is one. */
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

    /** A link of a plug-in. Newcomers cannot be told apart on it: what they get comes to all. */
    private static final class LinkCarrier implements Carrier {
        private final MessageLink link;
        private final UnsafeBuffer buffer = new UnsafeBuffer();
        private @Nullable MessageTrace trace;

        LinkCarrier(MessageLink link) {
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
        public boolean hasNewcomers() {
            return link.joined();
        }

        @Override
        public void takeNewcomers() {
            boolean unused = link.joined(); // they hear what all others do
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
        public void sendOther(ByteBuffer message) {
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
