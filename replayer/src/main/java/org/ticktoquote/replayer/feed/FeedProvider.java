package org.ticktoquote.replayer.feed;

import java.net.URI;
import java.util.List;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.PlannedVenue;
import org.ticktoquote.replayer.recording.Recording;

/**
 * Opens feeds of one URI scheme; found through {@code META-INF/services}, in t2q itself and in the jars of
 * {@code --plugin} ({@link Feeds}). Needs a public constructor without parameters.
 */
public interface FeedProvider {
    /** The scheme of the URIs it takes, in lower case. */
    String scheme();

    /** Who binds the port of its feeds: with this, t2q chooses ports and addresses for both sides. */
    default FeedBinding binding() {
        return FeedBinding.APPLICATION;
    }

    /**
     * Opens a feed.
     *
     * @throws Refusal when the URI is not complete, or the host does not grant what it asks for
     */
    Feed open(URI uri, FeedListener listener);

    /** The same, for a feed that must know beforehand what there is to be sent. */
    default Feed open(URI uri, Markets markets, FeedListener listener) {
        return open(uri, listener);
    }

    /** The FIX venues that the feed would be; empty where it is none. */
    default List<PlannedVenue> venues(URI uri, Markets markets) {
        return List.of();
    }

    /** What people should know of the feed before they trust the figures. */
    default List<String> warnings(URI uri, Markets markets) {
        return List.of();
    }

    /** Refuses a recording that its feeds cannot send: ticks without prices are no quotes. */
    default void requireFit(URI uri, Recording recording) {
        if (!recording.priced()) {
            throw Problem.of("--feed")
                    .value(uri)
                    .fault(recording.file() + " has payloads that nobody decoded, and no prices")
                    .expected("payload+udp://HOST:PORT, or a decoder when the recording is imported")
                    .refusal();
        }
    }

    /**
     * Refuses what {@link #open} would refuse, as far as that can be found without being seen from outside: nothing is
     * sent and nobody can connect.
     */
    void check(URI uri);

    /** The same, for a feed that must know beforehand what there is to be sent. */
    default void check(URI uri, Markets markets) {
        check(uri);
    }
}
