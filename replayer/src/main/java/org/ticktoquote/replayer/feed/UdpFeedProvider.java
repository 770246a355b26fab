package org.ticktoquote.replayer.feed;

import java.net.URI;
import org.ticktoquote.core.net.FeedBinding;

/**
 * Opens {@code udp://HOST:PORT}, unicast or multicast by the address: the replayer sends, the application binds.
 *
 * <p>Options: {@code interface} (multicast leaves through it), {@code ttl} (multicast, default 1) and
 * {@code send-buffer} in bytes, default 4 MB.
 */
public final class UdpFeedProvider implements FeedProvider {
    @Override
    public String scheme() {
        return "udp";
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.APPLICATION_UDP;
    }

    @Override
    public Feed open(URI uri, FeedListener listener) {
        return new UdpFeed(UdpSender.open(UdpSender.parts(uri)));
    }

    /** A socket that was only connected has sent nothing. */
    @Override
    public void check(URI uri) {
        UdpSender.open(UdpSender.parts(uri)).close();
    }
}
