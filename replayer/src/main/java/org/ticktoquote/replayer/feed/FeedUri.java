package org.ticktoquote.replayer.feed;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Parts of a feed's URI, {@code scheme://HOST:PORT?option=value&option=value}.
 *
 * @param options option values by name; only names that the feed knows
 */
public record FeedUri(URI uri, String host, int port, Map<String, String> options) {
    private static final String OPTION = "--feed";
    public static final String SEND_BUFFER = "send-buffer";

    /** Parses a URI. Refuses a missing host or port, and unknown options. */
    public static FeedUri of(URI uri, int lowestPort, Set<String> knownOptions) {
        String host = uri.getHost();
        if (host == null || uri.getPort() < lowestPort || uri.getPort() > 65_535) {
            String ports = lowestPort + " to 65535" + (lowestPort == 0 ? "" : ", or 0 with t2q run");
            throw refused(uri, "", uri.getScheme() + "://HOST:PORT with a port from " + ports, null);
        }
        return new FeedUri(uri, host, uri.getPort(), options(uri, knownOptions));
    }

    /** Parses {@code scheme:///PATH?option=value}, a URI without host. */
    public static FeedUri ofPath(URI uri, Set<String> knownOptions) {
        String path = uri.getPath();
        if (uri.getAuthority() != null || path == null || path.length() < 2) {
            throw refused(uri, "", uri.getScheme() + ":///PATH", null);
        }
        return new FeedUri(uri, "", -1, options(uri, knownOptions));
    }

    private static Map<String, String> options(URI uri, Set<String> known) {
        Map<String, String> options = new TreeMap<>();
        if (uri.getRawQuery() == null) {
            return options;
        }
        for (String raw : uri.getRawQuery().split("&", -1)) {
            String option = URI.create("?" + raw).getQuery();
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            if (equals < 0 || !known.contains(name)) {
                throw refused(
                        uri,
                        "has the unknown option '" + option + "'",
                        "NAME=VALUE with NAME one of " + String.join(", ", new TreeSet<>(known)),
                        null);
            }
            options.put(name, option.substring(equals + 1));
        }
        return options;
    }

    /** Resolves the host. Refuses an unknown one. */
    public InetSocketAddress address() {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw refused(uri, "cannot be reached: unknown host " + host);
        }
        return address;
    }

    /** Returns a copy with another {@code HOST:PORT}. */
    FeedUri withAddress(String authority) {
        URI other;
        try {
            other = new URI(uri.getScheme() + "://" + authority);
        } catch (URISyntaxException malformed) {
            throw refused(uri, "has the address " + authority, "HOST:PORT", malformed);
        }
        if (other.getHost() == null || other.getPort() < 1 || other.getPort() > 65_535) {
            throw refused(uri, "has the address " + authority, "HOST:PORT with a port from 1 to 65535", null);
        }
        return new FeedUri(uri, other.getHost(), other.getPort(), options);
    }

    @Nullable
    public String option(String name) {
        return options.get(name);
    }

    /** Returns the value of a numeric option, or {@code otherwise} if it is absent. Refuses values out of range. */
    public int number(String name, int lowest, int highest, int otherwise) {
        String text = options.get(name);
        try {
            int value = text == null ? otherwise : Integer.parseInt(text);
            if (value >= lowest && value <= highest) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            throw refused(uri, "has " + name + "=" + text, "a number from " + lowest + " to " + highest, notANumber);
        }
        throw refused(uri, "has " + name + "=" + text, "a number from " + lowest + " to " + highest, null);
    }

    public static ProblemException refused(URI uri, String reason) {
        return refused(uri, reason, "", null);
    }

    public ProblemException refused(String fault, String expected) {
        return refused(uri, fault, expected, null);
    }

    private static ProblemException refused(URI uri, String fault, String expected, @Nullable Throwable cause) {
        return Problem.of(OPTION).value(uri).fault(fault).expected(expected).exception(cause);
    }

    /** Returns the exception for a URI that the host cannot serve. */
    public ProblemException unavailable(Exception cause) {
        return Problem.of(OPTION)
                .value(uri)
                .fault("cannot be opened: " + IoReason.of(cause))
                .exception(ExitStatus.ENVIRONMENT, cause);
    }
}
