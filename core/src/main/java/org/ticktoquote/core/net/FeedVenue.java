package org.ticktoquote.core.net;

import java.util.Optional;
import java.util.regex.Pattern;
import org.ticktoquote.core.command.Problem;

/**
 * A FIX venue that a feed is, as an application finds it.
 *
 * @param name of the venue, and its CompID
 * @param beginString version of its sessions (8)
 * @param application the first CompID that may log on
 * @param host that it listens at
 * @param port likewise
 * @param tls whether it speaks TLS there
 */
public record FeedVenue(String name, String beginString, String application, String host, int port, boolean tls) {
    private static final Pattern DECLARED = Pattern.compile("fix://[^/?#]+:0+");

    /** What is wrong with the address of a feed whose venues a file declares; empty where nothing is. */
    public static Optional<Problem> objection(String feed) {
        return DECLARED.matcher(feed).matches()
                ? Optional.empty()
                : Optional.of(Problem.of("--feed")
                        .value(feed)
                        .expected("fix://HOST:0 with --venues, whose file says the ports and all else"));
    }

    /** In the form that the built-in application takes. */
    public String address() {
        return "fix://" + new Endpoint(host, port) + "?version=" + beginString + "&sender=" + application + "&target="
                + name + (tls ? "&tls=true" : "");
    }
}
