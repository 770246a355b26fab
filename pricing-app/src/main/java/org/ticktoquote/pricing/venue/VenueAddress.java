package org.ticktoquote.pricing.venue;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.Endpoint;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.marketdata.RequestTemplate;
import quickfix.Message;

/**
 * Address of a FIX venue and the session with it: {@code fix://HOST:PORT?target=VENUE&sender=PRICING}.
 *
 * @param at host and port of its acceptor
 * @param version BeginString: {@code FIX.4.2}, {@code FIX.4.3}, {@code FIX.4.4} or {@code FIXT.1.1} (then FIX 5.0 SP2)
 * @param sender the application's CompID
 * @param target the venue's CompID
 * @param depth requested MarketDepth (264): 0 the full book, 1 the top
 * @param updateType requested MDUpdateType (265): 0 snapshots, 1 incremental refreshes
 * @param tls true if it uses TLS
 * @param pairs requested symbols; empty for all that are known
 */
public record VenueAddress(
        Endpoint at,
        String version,
        String sender,
        String target,
        int depth,
        int updateType,
        boolean tls,
        List<String> pairs) {
    private static final String SCHEME = "fix";
    private static final String FORM =
            "fix://HOST:PORT, optionally with ?version=FIX.4.4&sender=PRICING&target=VENUE&depth=1&update=0&tls=true"
                    + "&pairs=EUR/USD%20USD/JPY";
    private static final Map<String, Pattern> OPTIONS = Map.of(
            "version", Pattern.compile("FIX\\.4\\.[234]|FIXT\\.1\\.1"),
            "sender", Pattern.compile("[ -~]{1,64}"),
            "target", Pattern.compile("[ -~]{1,64}"),
            "depth", Pattern.compile("[0-9]{1,4}"),
            "update", Pattern.compile("[01]"),
            "tls", Pattern.compile("true|false"),
            "pairs", Pattern.compile("[!-~&&[^:,]]{1,16}( [!-~&&[^:,]]{1,16})*"));

    public VenueAddress {
        pairs = List.copyOf(pairs);
    }

    /** Returns true if a text has the scheme of a venue's address. */
    public static boolean isOne(String text) {
        return text.startsWith(SCHEME + "://");
    }

    /**
     * Parses an address.
     *
     * @throws ProblemException with the text and the expected form
     */
    public static VenueAddress parse(String text) {
        try {
            URI uri = new URI(text);
            if (!SCHEME.equals(uri.getScheme())
                    || uri.getHost() == null
                    || uri.getPort() < 1
                    || uri.getPort() > 65_535) {
                throw refused(text, "is not the address of a FIX venue", null);
            }
            Map<String, String> options = options(text, uri.getRawQuery());
            return new VenueAddress(
                    new Endpoint(uri.getHost(), uri.getPort()),
                    options.getOrDefault("version", "FIX.4.4"),
                    options.getOrDefault("sender", "PRICING"),
                    options.getOrDefault("target", "VENUE"),
                    Integer.parseInt(options.getOrDefault("depth", "1")),
                    Integer.parseInt(options.getOrDefault("update", "0")),
                    Boolean.parseBoolean(options.get("tls")),
                    options.containsKey("pairs") ? List.of(options.get("pairs").split(" ")) : List.of());
        } catch (URISyntaxException e) {
            throw refused(text, "is not the address of a FIX venue", e);
        }
    }

    private static Map<String, String> options(String text, @Nullable String rawQuery) {
        Map<String, String> options = new HashMap<>();
        for (String option : rawQuery == null ? List.<String>of() : List.of(rawQuery.split("&"))) {
            String[] parts = option.split("=", 2);
            Pattern form = OPTIONS.get(parts[0]);
            if (form == null
                    || parts.length < 2
                    || !form.matcher(unescaped(parts[1])).matches()) {
                throw refused(text, "has an invalid option '" + option + "'", null);
            }
            options.put(parts[0], unescaped(parts[1]));
        }
        return options;
    }

    private static String unescaped(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static ProblemException refused(String text, String fault, @Nullable Exception cause) {
        return Problem.ofValue(text).fault(fault).expected(FORM).exception(cause);
    }

    /** Returns a problem for an unknown host and for each unknown pair. */
    public List<Problem> problems(List<String> known) {
        List<Problem> problems = new ArrayList<>();
        if (new InetSocketAddress(at.host(), at.port()).isUnresolved()) {
            problems.add(Problem.of("--feed").fault("unknown host '" + at.host() + "'"));
        }
        pairs.stream()
                .filter(pair -> !known.contains(pair))
                .forEach(pair ->
                        problems.add(Problem.of("--feed").value("pairs=" + pair).expected("a pair of --pairs")));
        return problems;
    }

    /** Returns the requested pairs. */
    List<Instrument> asked(List<Instrument> known) {
        return pairs.isEmpty()
                ? known
                : known.stream().filter(pair -> pairs.contains(pair.symbol())).toList();
    }

    /** Returns the request (35=V) for pairs: bids and offers, a snapshot and updates. */
    Message request(List<Instrument> asked) {
        return RequestTemplate.subscription("all", depth, Integer.toString(updateType))
                .message(
                        Map.of(),
                        asked.stream()
                                .map(pair -> new RequestTemplate.Pair(pair.id(), pair.symbol(), pair.symbol()))
                                .toList());
    }
}
