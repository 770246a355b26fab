package org.ticktoquote.aeron;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import java.net.URI;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.replayer.feed.FeedUri;
import org.ticktoquote.replayer.feed.MessageLink;
import org.ticktoquote.replayer.feed.MessageTransport;

/**
 * Opens {@code aeron+udp://HOST:PORT}, unicast or multicast depending on the address. The replayer publishes. The
 * application subscribes, and its media driver binds the port.
 *
 * <p>Options: {@code stream} (default 1001), {@code dir} (directory of the replayer's media driver), {@code interface} and
 * {@code ttl} (multicast).
 */
public final class AeronUdp implements MessageTransport {
    private static final String INTERFACE = "interface";
    private static final String TTL = "ttl";
    /** Excludes the separators of Aeron's URI parameters. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9.:/_\\[\\]-]+");

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

    AeronChannel channel(URI uri) {
        FeedUri parts = FeedUri.of(uri, 1, Set.of(AeronChannel.STREAM, AeronChannel.DIRECTORY, INTERFACE, TTL));
        String directory = parts.option(AeronChannel.DIRECTORY);
        String name = interfaceOf(parts);
        ChannelUriStringBuilder channel = new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(parts.host() + ":" + parts.port())
                .networkInterface(name);
        if (parts.address().getAddress().isMulticastAddress()) {
            channel.ttl(parts.number(TTL, 0, 255, 1));
        }
        return AeronChannel.of(
                parts,
                directory == null ? null : AeronChannel.directory(parts, directory),
                channel,
                scheme() + "://" + parts.host() + ":" + parts.port(),
                name == null ? "" : "&" + INTERFACE + "=" + name);
    }

    private static @Nullable String interfaceOf(FeedUri parts) {
        String name = parts.option(INTERFACE);
        if (name != null && !ADDRESS.matcher(name).matches()) {
            throw parts.refused("has " + INTERFACE + "='" + name + "'", "an address, as in 10.0.0.5 or 10.0.0.0/24");
        }
        return name;
    }
}
