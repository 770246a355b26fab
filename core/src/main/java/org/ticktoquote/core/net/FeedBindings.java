package org.ticktoquote.core.net;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.ticktoquote.core.command.Refusal;

/** What the feeds say of themselves, for whoever starts both sides; the replayer, which has them, implements it. */
public interface FeedBindings {
    /**
     * Who binds the port of a feed.
     *
     * @param plugins jars that may have it
     * @throws Refusal when nobody takes the URI
     */
    FeedBinding of(String uri, List<Path> plugins);

    /** A feed over the loopback address with the same binding that needs no plug-in, at any port; else a UDP feed. */
    String loopback(FeedBinding binding);

    /** Those of this process. */
    static FeedBindings installed() {
        return ServiceLoader.load(FeedBindings.class).findFirst().orElseThrow();
    }
}
