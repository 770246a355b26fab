package org.ticktoquote.core.net;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.ticktoquote.core.command.ProblemException;

/** Properties of feeds, for the process that starts both sides. Implemented by the replayer, which contains the feeds. */
public interface FeedBindings {
    /**
     * Returns the side that binds the port of a feed.
     *
     * @param plugins jars that can contain the feed
     * @throws ProblemException if no feed accepts the URI
     */
    FeedBinding of(String uri, List<Path> plugins);

    /**
     * Returns the URI of a built-in loopback feed with this binding, or of a UDP feed if no built-in feed has it. The
     * port is 0.
     */
    String loopback(FeedBinding binding);

    /** Returns the implementation in this process. */
    static FeedBindings installed() {
        return ServiceLoader.load(FeedBindings.class).findFirst().orElseThrow();
    }
}
