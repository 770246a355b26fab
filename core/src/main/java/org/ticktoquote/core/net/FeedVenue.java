package org.ticktoquote.core.net;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.ticktoquote.core.command.Problem;

/**
 * FIX venue of a feed, with the settings that an application needs to connect.
 *
 * @param name venue's name, also its CompID
 * @param beginString version of its sessions (8)
 * @param application first CompID that can log on
 * @param host address on which it listens
 * @param port TCP port on which it listens
 * @param tls whether it uses TLS
 * @param idTag tag of the tick id in its messages; 0 for none
 * @param pairs the venue's pairs, by their names in the recording. Empty if it has all pairs
 */
public record FeedVenue(
        String name,
        String beginString,
        String application,
        String host,
        int port,
        boolean tls,
        int idTag,
        List<String> pairs) {
    private static final Pattern DECLARED = Pattern.compile("fix://[^/?#]+:0+");

    public FeedVenue {
        pairs = List.copyOf(pairs);
    }

    /** Returns the problem with the address of a feed whose venues are declared in a file. Empty if the address is valid. */
    public static Optional<Problem> problem(String feed) {
        return DECLARED.matcher(feed).matches()
                ? Optional.empty()
                : Optional.of(Problem.of("--feed")
                        .value(feed)
                        .expected("fix://HOST:0 with --venues, whose file sets the ports"));
    }

    /** Returns whether any two venues have a pair in common. */
    public static boolean sharePairs(List<FeedVenue> venues) {
        return IntStream.range(0, venues.size())
                .anyMatch(place -> venues.subList(0, place).stream().anyMatch(venues.get(place)::sharesPairs));
    }

    private boolean sharesPairs(FeedVenue other) {
        return pairs.isEmpty() || other.pairs.isEmpty() || pairs.stream().anyMatch(other.pairs::contains);
    }

    /** Returns the address in the form that the built-in application accepts. */
    public String address() {
        return "fix://" + new Endpoint(host, port) + "?version=" + beginString + "&sender=" + application + "&target="
                + name + (tls ? "&tls=true" : "")
                + (pairs.isEmpty() ? "" : "&pairs=" + escaped(String.join(" ", pairs)));
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
