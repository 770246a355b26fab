package org.ticktoquote.core.net;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.ticktoquote.core.command.ProblemException;

/** Properties of feeds, for the process that starts both sides. Implemented by the replayer, which has the feeds. */
public interface FeedBindings {
    /**
     * Returns which side binds the port of a feed.
     *
     * @param plugins jars that can contain the feed
     * @throws ProblemException if no feed accepts the URI
     */
    FeedBinding of(String uri, List<Path> plugins);

    /**
     * Returns a feed over the loopback address with the same binding, at any port, that needs no plug-in. Returns a UDP feed
     * if there is none.
     */
    String loopback(FeedBinding binding);

    /** Returns the implementation in this process. */
    static FeedBindings installed() {
        return ServiceLoader.load(FeedBindings.class).findFirst().orElseThrow();
    }
}
