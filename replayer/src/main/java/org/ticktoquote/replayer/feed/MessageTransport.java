package org.ticktoquote.replayer.feed;

import java.net.URI;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.FeedBinding;

/**
 * Transport that delivers whole messages in order. t2q sends its own SBE over it, {@code SCHEME://}, and the messages of a
 * plug-in's encoder, {@code PROTOCOL+SCHEME://}. Found through {@code META-INF/services} in t2q and in the jars of
 * {@code --plugin}. Needs a public constructor without parameters.
 */
public interface MessageTransport {
    /** Returns the URI scheme, in lower case. */
    String scheme();

    /** Returns which side binds the port. */
    FeedBinding binding();

    /** Refuses a URI that {@link #open} would refuse, as far as possible without effects outside the process. */
    void check(URI uri);

    /**
     * Opens a link.
     *
     * @throws ProblemException if the URI is incomplete or the host does not grant the requested resources
     */
    MessageLink open(URI uri);
}
