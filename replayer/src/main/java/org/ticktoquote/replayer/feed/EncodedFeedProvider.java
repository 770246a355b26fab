package org.ticktoquote.replayer.feed;

import java.net.URI;
import org.ticktoquote.core.net.FeedBinding;

/** Opens the feeds of an encoder, {@code PROTOCOL+udp://HOST:PORT} or {@code PROTOCOL+tcp://HOST:PORT}; options as without it. */
final class EncodedFeedProvider implements FeedProvider, UsersClass {
    private final EncoderSource encoders;
    private final FeedProvider transport;

    /** Over the transport of a built-in feed. */
    EncodedFeedProvider(EncoderSource encoders, FeedProvider transport) {
        this.encoders = encoders;
        this.transport = transport;
    }

    @Override
    public Class<?> usersClass() {
        return encoders.encoderClass();
    }

    @Override
    public String scheme() {
        return encoders.protocol() + "+" + transport.scheme();
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
        GuardedEncoder encoder = encoders.make();
        return transport.binding() == FeedBinding.REPLAYER
                ? new EncodedTcpFeed(encoder, TcpReceivers.listen(uri, listener))
                : new EncodedUdpFeed(encoder, UdpSender.open(UdpSender.parts(uri)));
    }
}
