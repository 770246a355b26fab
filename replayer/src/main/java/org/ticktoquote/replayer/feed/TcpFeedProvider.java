package org.ticktoquote.replayer.feed;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.util.Set;
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
        FeedUri parts = parts(uri);
        int sendBuffer = sendBuffer(parts);
        try {
            ServerSocketChannel server = ServerSocketChannel.open();
            try {
                server.bind(parts.address());
                return new TcpFeed(parts.host(), new TcpAcceptor(server, sendBuffer, listener));
            } catch (IOException | RuntimeException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            throw parts.unavailable(e);
        }
    }

    /** Binds without listening: an application that is waiting for the feed does not see it. */
    @Override
    public void check(URI uri) {
        FeedUri parts = parts(uri);
        int unused = sendBuffer(parts);
        try (Socket probe = new Socket()) {
            probe.setReuseAddress(true);
            probe.bind(parts.address());
        } catch (IOException e) {
            throw parts.unavailable(e);
        }
    }

    private static FeedUri parts(URI uri) {
        return FeedUri.of(uri, 0, Set.of(FeedUri.SEND_BUFFER));
    }

    private static int sendBuffer(FeedUri parts) {
        return parts.number(FeedUri.SEND_BUFFER, 0, 1 << 30, 0);
    }
}
