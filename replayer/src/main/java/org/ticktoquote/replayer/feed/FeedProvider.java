package org.ticktoquote.replayer.feed;

import java.net.URI;
import java.util.List;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.PlannedVenue;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Opens feeds of one URI scheme. Found through {@code META-INF/services} in t2q and in the jars of {@code --plugin}
 * ({@link Feeds}). Needs a public constructor without parameters.
 */
public interface FeedProvider {
    /** Returns the URI scheme, in lower case. */
    String scheme();

    /** Returns which side binds the feed's port. t2q chooses ports and addresses of both sides accordingly. */
    default FeedBinding binding() {
        return FeedBinding.APPLICATION;
    }

    /**
     * Opens a feed.
     *
     * @throws ProblemException if the URI is incomplete or the host does not grant the requested resources
     */
    Feed open(URI uri, FeedListener listener);

    /** Opens a feed that needs the instruments and venues in advance. */
    default Feed open(URI uri, Markets markets, FeedListener listener) {
        return open(uri, listener);
    }

    /** Returns the FIX venues that a feed at the URI would have; empty for other feeds. */
    default List<PlannedVenue> venues(URI uri, Markets markets) {
        return List.of();
    }

    /** Returns warnings that users should read before they trust the figures. */
    default List<String> warnings(URI uri, Markets markets) {
        return List.of();
    }

    /** Refuses a recording that the feed cannot send. The default refuses recordings without prices. */
    default void requireFit(URI uri, Recording recording) {
        if (!recording.priced()) {
            throw Problem.of("--feed")
                    .value(uri)
                    .fault(recording.file() + " has payloads that are not decoded, and no prices")
                    .expected("payload+udp://HOST:PORT, or a recording imported with a decoder")
                    .exception();
        }
    }

    /**
     * Refuses a URI that {@link #open} would refuse, as far as possible without effects outside the process. Sends nothing
     * and accepts no connection.
     */
    void check(URI uri);

    /** Checks the URI of a feed that needs the instruments and venues in advance. */
    default void check(URI uri, Markets markets) {
        check(uri);
    }
}
