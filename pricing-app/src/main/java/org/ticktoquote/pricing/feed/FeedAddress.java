package org.ticktoquote.pricing.feed;

import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;

/**
 * Address of the market data: {@code udp://HOST:PORT} (bound here, port 0 selects a free port),
 * {@code udp://GROUP:PORT?interface=NAME} (multicast) or {@code tcp://HOST:PORT} (connected to).
 *
 * @param interfaceName network interface of a multicast group; null for the first non-loopback one with multicast
 */
public record FeedAddress(
        boolean tcp, String host, int port, @Nullable String interfaceName) {
    private static final String FORMS =
            "udp://HOST:PORT, udp://GROUP:PORT?interface=NAME, tcp://HOST:PORT or fix://HOST:PORT (FIX venue)";

    /**
     * Parses an address.
     *
     * @throws ProblemException with the text and the expected forms
     */
    public static FeedAddress parse(String text) {
        try {
            URI uri = new URI(text);
            boolean tcp = "tcp".equals(uri.getScheme());
            boolean known = tcp || "udp".equals(uri.getScheme());
            int lowest = tcp ? 1 : 0;
            if (!known || uri.getHost() == null || uri.getPort() < lowest || uri.getPort() > 65_535) {
                throw refused(text, "is not the address of a feed", null);
            }
            return new FeedAddress(tcp, uri.getHost(), uri.getPort(), interfaceName(text, uri, tcp));
        } catch (URISyntaxException e) {
            throw refused(text, "is not the address of a feed", e);
        }
    }

    private static ProblemException refused(String text, String fault, @Nullable Exception cause) {
        return Problem.ofValue(text).fault(fault).expected(FORMS).exception(cause);
    }

    private static @Nullable String interfaceName(String text, URI uri, boolean tcp) {
        String query = uri.getQuery();
        if (query == null) {
            return null;
        }
        if (tcp || !query.startsWith("interface=")) {
            throw refused(text, "has an invalid option '" + query + "'", null);
        }
        return query.substring("interface=".length());
    }

    /** Returns a problem for an unknown host and for an unknown network interface. */
    public List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        if (socketAddress().isUnresolved()) {
            problems.add(Problem.of("--feed").fault("unknown host '" + host + "'"));
        }
        try {
            if (interfaceName != null && NetworkInterface.getByName(interfaceName) == null) {
                problems.add(Problem.of("--feed").fault("this host has no network interface '" + interfaceName + "'"));
            }
        } catch (SocketException e) {
            problems.add(Problem.of("--feed")
                    .fault("the network interfaces of this host cannot be read: " + IoReason.of(e)));
        }
        return problems;
    }

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }

    boolean multicast() {
        InetSocketAddress address = socketAddress();
        return !address.isUnresolved() && address.getAddress().isMulticastAddress();
    }
}
