package example;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.DatagramChannel;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.FeedProvider;

/** Opens {@code text://HOST:PORT}: a line of text a datagram, to whoever is bound there. */
public final class TextFeedProvider implements FeedProvider {
    @Override
    public String scheme() {
        return "text";
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.APPLICATION_UDP;
    }

    @Override
    public void check(URI uri) {
        if (uri.getHost() == null || uri.getPort() < 1) {
            throw Problem.of("--feed").value(uri).expected("text://HOST:PORT").refusal();
        }
    }

    @Override
    public Feed open(URI uri, FeedListener listener) {
        check(uri);
        try {
            DatagramChannel channel = DatagramChannel.open();
            channel.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
            return new TextFeed(uri.toString(), channel);
        } catch (IOException e) {
            throw Problem.of("--feed")
                    .value(uri)
                    .fault("cannot be opened", e)
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
    }
}
