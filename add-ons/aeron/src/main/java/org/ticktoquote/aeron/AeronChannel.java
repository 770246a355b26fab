package org.ticktoquote.aeron;

import io.aeron.ChannelUriStringBuilder;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.feed.FeedUri;

/**
 * What is published where.
 *
 * @param parts of the user's URI
 * @param directory of the media driver; null for one of our own
 * @param channel in Aeron's words
 * @param stream number of the stream
 * @param address for the application, as a URI of t2q
 */
record AeronChannel(FeedUri parts, @Nullable Path directory, String channel, int stream, String address) {
    static final String STREAM = "stream";
    static final String DIRECTORY = "dir";

    private static final int DEFAULT_STREAM = 1001;
    /** Room for half a minute's quotes at 10,000 a second; no page of it is touched for the first time by a send. */
    private static final int TERM_BYTES = 4 << 20;

    static AeronChannel of(
            FeedUri parts, @Nullable Path directory, ChannelUriStringBuilder channel, String begin, String end) {
        int stream = parts.number(STREAM, Integer.MIN_VALUE, Integer.MAX_VALUE, DEFAULT_STREAM);
        String text = channel.termLength(TERM_BYTES).sparse(false).build();
        return new AeronChannel(parts, directory, text, stream, begin + "?" + STREAM + "=" + stream + end);
    }

    /** The directory of a driver, as the user wrote it. */
    static Path directory(FeedUri parts, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw parts.refused("has the directory '" + text + "'", "a path");
        }
    }

    /** Refuses a directory in which no driver could be. */
    void check() {
        if (directory != null) {
            DriverDirectory.check(parts, directory);
        }
    }
}
