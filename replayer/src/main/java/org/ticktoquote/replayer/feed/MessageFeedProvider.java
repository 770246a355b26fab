package org.ticktoquote.replayer.feed;

import java.net.URI;
import java.util.function.Supplier;
import org.ticktoquote.core.net.FeedBinding;

/** Opens feeds over a {@link MessageTransport}: t2q's own SBE, or what an encoder of a plug-in says. */
final class MessageFeedProvider implements FeedProvider, UsersClass {
    private final MessageTransport transport;
    private final String prefix;
    private final Supplier<? extends TickEncoder> encoders;

    private MessageFeedProvider(MessageTransport transport, String prefix, Supplier<? extends TickEncoder> encoders) {
        this.transport = transport;
        this.prefix = prefix;
        this.encoders = encoders;
    }

    /** SBE over a transport: its scheme is the transport's. */
    static MessageFeedProvider sbe(MessageTransport transport) {
        return new MessageFeedProvider(transport, "", SbeEncoder::new);
    }

    /** The messages of an encoder over it. */
    static MessageFeedProvider encoded(MessageTransport transport, EncoderSource encoders) {
        return new MessageFeedProvider(transport, encoders.protocol() + "+", encoders::make);
    }

    @Override
    public Class<?> usersClass() {
        return transport.getClass();
    }

    @Override
    public String scheme() {
        return prefix + transport.scheme();
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
        TickEncoder encoder = encoders.get();
        return new MessageFeed(encoder, transport.open(uri));
    }
}
