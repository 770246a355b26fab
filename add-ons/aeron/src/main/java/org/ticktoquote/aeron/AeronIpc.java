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
 * Opens {@code aeron+ipc:///DIRECTORY}. The replayer publishes through the shared memory of the media driver in that
 * directory, to which the application connects.
 *
 * <p>Option: {@code stream} (default 1001).
 */
public final class AeronIpc implements MessageTransport {
    @Override
    public String scheme() {
        return "aeron+ipc";
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.APPLICATION;
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
        FeedUri parts = FeedUri.ofPath(uri, Set.of(AeronChannel.STREAM));
        ChannelUriStringBuilder channel = new ChannelUriStringBuilder().media(CommonContext.IPC_MEDIA);
        Path directory = AeronChannel.directory(parts, uri.getPath());
        return AeronChannel.of(parts, directory, channel, scheme() + "://" + uri.getRawPath(), "");
    }
}
