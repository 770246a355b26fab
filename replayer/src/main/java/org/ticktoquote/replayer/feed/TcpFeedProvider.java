package org.ticktoquote.replayer.feed;

import java.net.URI;
import org.ticktoquote.core.net.FeedBinding;

/**
 * Opens {@code tcp://HOST:PORT}: the replayer listens there, the application connects; port 0 takes a free one.
 *
 * <p>Option: {@code send-buffer} in bytes of each connection; without it the kernel sizes the buffer.
 */
public final class TcpFeedProvider implements FeedProvider {
    @Override
    public String scheme() {
        return "tcp";
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.REPLAYER;
    }

    @Override
    public Feed open(URI uri, FeedListener listener) {
        return new TcpFeed(TcpReceivers.listen(uri, listener));
    }

    @Override
    public void check(URI uri) {
        TcpReceivers.check(uri);
    }
}
