package org.ticktoquote.replayer.feed;

import java.nio.file.Path;
import java.util.List;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedBindings;

/** Asks the providers, built-in and from plug-ins, which side binds a feed's port. */
public final class InstalledFeedBindings implements FeedBindings {
    @Override
    public FeedBinding of(String uri, List<Path> plugins) {
        return Feeds.with(Plugins.load(plugins)).binding(uri);
    }

    @Override
    public String loopback(FeedBinding binding) {
        return (binding == FeedBinding.REPLAYER ? "tcp" : "udp") + "://127.0.0.1:0";
    }
}
