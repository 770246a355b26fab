package org.ticktoquote.replayer.feed;

import java.net.URI;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.net.FeedBinding;

/**
 * A way for whole messages in their order: t2q sends its own SBE over it, {@code SCHEME://}, and what an encoder of a plug-in
 * says, {@code PROTOCOL+SCHEME://}. Found through {@code META-INF/services}, in t2q itself and in the jars of {@code --plugin};
 * needs a public constructor without parameters.
 */
public interface MessageTransport {
    /** The scheme of the URIs it takes, in lower case. */
    String scheme();

    /** Who binds the port of its feeds. */
    FeedBinding binding();

    /** Refuses what {@link #open} would refuse, as far as that can be found without being seen from outside. */
    void check(URI uri);

    /**
     * Opens a link.
     *
     * @throws Refusal when the URI is not complete, or the host does not grant what it asks for
     */
    MessageLink open(URI uri);
}
