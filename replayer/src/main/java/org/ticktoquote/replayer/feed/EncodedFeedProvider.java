package org.ticktoquote.replayer.feed;

import java.net.URI;
import java.util.function.Supplier;
import org.ticktoquote.core.net.FeedBinding;

/** Opens the feeds of an encoder, {@code PROTOCOL+udp://HOST:PORT} or {@code PROTOCOL+tcp://HOST:PORT}; options as without it. */
final class EncodedFeedProvider implements FeedProvider {
    private final Supplier<TickEncoder> encoders;
    private final FeedProvider transport;
    private final String encoderClass;
    private final String scheme;

    /** Over the transport of a built-in feed. */
    EncodedFeedProvider(Supplier<TickEncoder> encoders, FeedProvider transport) {
        this.encoders = encoders;
        this.transport = transport;
        GuardedEncoder encoder = encoder();
        this.encoderClass = encoder.className();
        this.scheme = encoder.protocol() + "+" + transport.scheme();
    }

    private GuardedEncoder encoder() {
        return GuardedEncoder.of(encoders, System::nanoTime);
    }

    /** Name of the encoder's class. */
    String encoderClass() {
        return encoderClass;
    }

    @Override
    public String scheme() {
        return scheme;
    }

    @Override
    public FeedBinding binding() {
        return transport.binding();
    }

    @Override
    public void check(URI uri) {
        transport.check(uri);
    }

    @Override
    public Feed open(URI uri, FeedListener listener) {
        GuardedEncoder encoder = encoder();
        return transport.binding() == FeedBinding.REPLAYER
                ? new EncodedTcpFeed(encoder, TcpReceivers.listen(uri, listener))
                : new EncodedUdpFeed(encoder, UdpSender.open(UdpSender.parts(uri)));
    }
}
