package org.ticktoquote.aeron;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.replayer.feed.FeedUri;
import org.ticktoquote.replayer.feed.MessageLink;
import org.ticktoquote.replayer.feed.MessageTransport;

/**
 * Opens {@code aeron+udp://HOST:PORT}, unicast or multicast by the address: the replayer publishes, the application subscribes
 * and its media driver binds.
 *
 * <p>Options: {@code stream} (default 1001), {@code dir} (directory of the replayer's media driver), {@code interface} and
 * {@code ttl} (multicast).
 */
public final class AeronUdp implements MessageTransport {
    private static final String INTERFACE = "interface";
    private static final String TTL = "ttl";

    @Override
    public String scheme() {
        return "aeron+udp";
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.APPLICATION_UDP;
    }

    @Override
    public void check(URI uri) {
        channel(uri).check();
    }

    @Override
    public MessageLink open(URI uri) {
        return AeronLink.open(channel(uri));
    }

    private AeronChannel channel(URI uri) {
        FeedUri parts = FeedUri.of(uri, 1, Set.of(AeronChannel.STREAM, AeronChannel.DIRECTORY, INTERFACE, TTL));
        String directory = parts.option(AeronChannel.DIRECTORY);
        String name = parts.option(INTERFACE);
        ChannelUriStringBuilder channel = new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(parts.host() + ":" + parts.port())
                .networkInterface(name);
        if (parts.address().getAddress().isMulticastAddress()) {
            channel.ttl(parts.number(TTL, 0, 255, 1));
        }
        return AeronChannel.of(
                parts,
                directory == null ? null : Path.of(directory),
                channel,
                scheme() + "://" + parts.host() + ":" + parts.port(),
                name == null ? "" : "&" + INTERFACE + "=" + name);
    }
}
