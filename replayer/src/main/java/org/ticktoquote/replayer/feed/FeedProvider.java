package org.ticktoquote.replayer.feed;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;

/**
 * Opens feeds of one URI scheme; found through {@code META-INF/services}, so that a feed of your own needs nothing but
 * to be on the class path.
 */
public interface FeedProvider {
    /** The scheme of the URIs it takes, in lower case. */
    String scheme();

    /**
     * Opens a feed.
     *
     * @throws Refusal when the URI is not complete, or the host does not grant what it asks for
     */
    Feed open(URI uri, FeedListener listener);

    /**
     * Refuses what {@link #open} would refuse, as far as that can be told without being seen from outside: nothing is
     * sent and nobody can connect.
     */
    void check(URI uri);

    /** Judges the URI of a feed with the provider of its scheme. */
    static void check(String text) {
        URI uri = parse(text);
        provider(uri, text).check(uri);
    }

    /** Opens the feed of a URI such as {@code udp://127.0.0.1:40001} with the provider of its scheme. */
    static Feed open(String text, FeedListener listener) {
        URI uri = parse(text);
        return provider(uri, text).open(uri, listener);
    }

    private static FeedProvider provider(URI uri, String text) {
        return ServiceLoader.load(FeedProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.scheme().equalsIgnoreCase(uri.getScheme()))
                .findFirst()
                .orElseThrow(() -> unknown(text));
    }

    private static URI parse(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException malformed) {
            throw new Refusal(ExitStatus.USAGE, "--feed: '" + text + "' is not a URI: " + malformed.getMessage());
        }
    }

    private static Refusal unknown(String text) {
        String schemes = ServiceLoader.load(FeedProvider.class).stream()
                .map(provider -> provider.get().scheme() + "://")
                .sorted()
                .collect(Collectors.joining(", "));
        return new Refusal(ExitStatus.USAGE, "--feed: no feed takes '" + text + "': expected one of " + schemes);
    }
}
