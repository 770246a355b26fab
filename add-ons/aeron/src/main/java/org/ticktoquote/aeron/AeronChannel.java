package org.ticktoquote.aeron;

import io.aeron.ChannelUriStringBuilder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.replayer.feed.FeedUri;

/**
 * Addresses and settings of an Aeron publication of a feed.
 *
 * @param parts the user's URI, parsed
 * @param directory directory of the media driver; null to start a driver in a new directory
 * @param channel Aeron's channel URI
 * @param address URI to which the application subscribes, in the form of {@code --feed}
 */
record AeronChannel(FeedUri parts, @Nullable Path directory, String channel, int stream, String address) {
    static final String STREAM = "stream";
    static final String DIRECTORY = "dir";

    private static final int DEFAULT_STREAM = 1001;
    /**
     * Length of a term: about four seconds of ticks at 10,000 per second. The term files are not sparse, so that no
     * send is the first to touch a page.
     */
    private static final int TERM_BYTES = 4 << 20;

    static AeronChannel of(
            FeedUri parts, @Nullable Path directory, ChannelUriStringBuilder channel, String begin, String end) {
        int stream = parts.number(STREAM, Integer.MIN_VALUE, Integer.MAX_VALUE, DEFAULT_STREAM);
        String text = channel.termLength(TERM_BYTES).sparse(false).build();
        return new AeronChannel(parts, directory, text, stream, begin + "?" + STREAM + "=" + stream + end);
    }

    /** Parses the directory of a media driver. */
    static Path directory(FeedUri parts, String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw parts.refused("has the directory '" + text + "'", "a path");
        }
    }

    /**
     * Refuses a directory whose parent does not exist, and an existing directory without a running driver. Starting a
     * driver there would remove its content.
     */
    void check() {
        if (directory == null) {
            return;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null && !Files.isDirectory(parent)) {
            throw parts.refused("has the directory " + directory, "one in an existing directory");
        }
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS) && !AeronLink.isActive(directory)) {
            throw parts.refused(
                    "has the directory " + directory + ", which exists and has no running media driver",
                    "the directory of a running media driver, or a new one");
        }
    }
}
