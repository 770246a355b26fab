package org.ticktoquote.replayer.venue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.core.net.FeedVenue;
import org.ticktoquote.core.net.PlannedVenue;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.session.FixTransport;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.FeedProvider;
import org.ticktoquote.replayer.feed.FeedUri;
import org.ticktoquote.replayer.feed.Markets;

/**
 * Opens {@code fix://HOST:PORT}, where the replayer is a FIX venue to which the application logs on. Port 0 selects a free
 * port. With {@code ?venues=FILE} the file declares venues and their ports.
 */
public final class FixFeedProvider implements FeedProvider {
    private static final String SCHEME = "fix";
    private static final String VENUES = "venues";
    private static final String OPTION = "--venues";
    private static final int SHOWN = 3;

    private final long logonLimitNs;

    /** Used by {@code ServiceLoader}. */
    public FixFeedProvider() {
        this(FixTransport.Limits.LOGON_NS);
    }

    /** @param logonLimitNs time limit for an application's TLS handshake and Logon */
    FixFeedProvider(long logonLimitNs) {
        this.logonLimitNs = logonLimitNs;
    }

    /** Returns the URI of a feed with the venues that a file declares. */
    public static String withVenues(String uri, Path file) {
        requireDeclared(uri);
        return uri + "?" + VENUES + "="
                + URLEncoder.encode(file.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.REPLAYER;
    }

    @Override
    public List<PlannedVenue> venues(URI uri, Markets markets) {
        return setups(parts(uri), markets, false).stream()
                .map(setup -> new PlannedVenue(
                        setup.name(), setup.form().entries().idTag() != 0, setup.pairs(markets.instruments())))
                .toList();
    }

    @Override
    public List<String> warnings(URI uri, Markets markets) {
        return sourceWarnings(setups(parts(uri), markets, false), markets);
    }

    @Override
    public void check(URI uri) {
        check(uri, Markets.NONE);
    }

    /** Binds without listening, so that an application that waits for a venue cannot connect. */
    @Override
    public void check(URI uri, Markets markets) {
        FeedUri parts = parts(uri);
        for (VenueSetup setup : setups(parts, markets, true)) {
            try (Socket probe = new Socket()) {
                probe.setReuseAddress(true);
                probe.bind(at(parts, setup));
            } catch (IOException e) {
                throw unavailable(parts, setup, e);
            }
        }
    }

    @Override
    public Feed open(URI uri, FeedListener listener) {
        return open(uri, Markets.NONE, listener);
    }

    @Override
    public Feed open(URI uri, Markets markets, FeedListener listener) {
        FeedUri parts = parts(uri);
        List<Venue> venues = new ArrayList<>();
        setups(parts, markets, true)
                .forEach(setup -> venues.add(
                        new Venue(setup, markets.instruments(), markets.venues().size())));
        VenuesFeed feed = feed(parts, venues, markets, listener);
        try {
            venues.forEach(venue -> listen(feed, parts, venue));
            feed.start();
            return feed;
        } catch (RuntimeException e) {
            feed.close();
            throw e;
        }
    }

    private VenuesFeed feed(FeedUri parts, List<Venue> venues, Markets markets, FeedListener listener) {
        try {
            return new VenuesFeed(parts.host(), venues, markets, logonLimitNs, listener);
        } catch (IOException e) {
            throw parts.unavailable(e);
        }
    }

    private static void listen(VenuesFeed feed, FeedUri parts, Venue venue) {
        try {
            feed.listen(venue, at(parts, venue.setup()));
        } catch (IOException e) {
            throw unavailable(parts, venue.setup(), e);
        }
    }

    private static InetSocketAddress at(FeedUri parts, VenueSetup setup) {
        return new InetSocketAddress(parts.address().getAddress(), setup.port());
    }

    private static ProblemException unavailable(FeedUri parts, VenueSetup setup, IOException cause) {
        if (parts.option(VENUES) == null) {
            return parts.unavailable(cause);
        }
        return parts.unavailable(cause)
                .with(problem -> Problem.of(OPTION)
                        .value(setup.name())
                        .fault("cannot be opened at port " + setup.port() + " of " + parts.host(), cause));
    }

    /** Accepts only the option that {@link #withVenues} adds. */
    private static FeedUri parts(URI uri) {
        String query = uri.getRawQuery();
        if (query != null && !query.startsWith(VENUES + "=")) {
            throw Problem.of("--feed")
                    .value(uri)
                    .fault("has options")
                    .expected("fix://HOST:PORT alone; settings of a venue belong in --venues")
                    .exception();
        }
        FeedUri parts = FeedUri.of(uri, 0, Set.of(VENUES));
        if (query != null) {
            requireDeclared(uri.toString().replaceFirst("\\?.*", ""));
        }
        return parts;
    }

    private static void requireDeclared(String feed) {
        FeedVenue.problem(feed).ifPresent(problem -> {
            throw problem.exception();
        });
    }

    /** @param opens false to leave out the files and secrets that a file of venues names */
    private static List<VenueSetup> setups(FeedUri parts, Markets markets, boolean opens) {
        String file = parts.option(VENUES);
        return file == null
                ? List.of(VenueSetup.plain(parts.port(), markets))
                : ProblemException.under(OPTION, () -> VenueReader.read(Path.of(file), markets, opens));
    }

    /**
     * Warns about ticks that two declared venues send, ticks that no venue sends, and declared pairs that are not in the
     * recording. Returns one sentence per kind of fault.
     */
    static List<String> sourceWarnings(List<VenueSetup> venues, Markets markets) {
        List<String> twice = IntStream.range(0, venues.size())
                .boxed()
                .flatMap(
                        one -> venues.stream().skip(one + 1L).flatMap(other -> shared(venues.get(one), other, markets)))
                .toList();
        List<String> unsent = markets.instruments().stream()
                .filter(pair ->
                        unsent(pair, venues, markets).count() < markets.venues().size())
                .flatMap(pair -> unsent(pair, venues, markets)
                        .mapToObj(source ->
                                pair.symbol() + " of " + markets.venues().get(source)))
                .toList();
        List<String> unknown = venues.stream()
                .filter(venue -> !venue.unknownPairs().isEmpty())
                .map(venue -> venue.name() + " has " + listed(venue.unknownPairs(), ", "))
                .toList();
        List<String> warnings = new ArrayList<>();
        warn(
                warnings,
                listed(twice, "; ")
                        + ": the application gets these ticks twice. A price model expects them once, and a copy that the"
                        + " application takes after a newer tick looks regressed. Use carries or pairs to separate the"
                        + " venues",
                twice);
        warn(warnings, "no venue sends " + listed(unsent, ", ") + ": the application does not get these ticks", unsent);
        warn(warnings, listed(unknown, ", ") + ": the recording has no such pair", unknown);
        return warnings;
    }

    private static void warn(List<String> warnings, String text, List<String> found) {
        if (!found.isEmpty()) {
            warnings.add("--venues: " + text);
        }
    }

    private static Stream<String> shared(VenueSetup one, VenueSetup other, Markets markets) {
        List<String> sources = one.carries().stream()
                .filter(other.carries()::contains)
                .map(markets.venues()::get)
                .toList();
        List<String> pairs = markets.instruments().stream()
                .filter(pair -> one.has(pair) && other.has(pair))
                .map(Instrument::symbol)
                .toList();
        return sources.isEmpty() || pairs.isEmpty()
                ? Stream.empty()
                : Stream.of(one.name() + " and " + other.name() + " both send " + listed(pairs, ", ") + " of "
                        + listed(sources, ", "));
    }

    /** Returns the sources whose ticks of a pair no venue sends. */
    private static IntStream unsent(Instrument pair, List<VenueSetup> venues, Markets markets) {
        return IntStream.range(0, markets.venues().size())
                .filter(source ->
                        venues.stream().noneMatch(venue -> venue.carries().contains(source) && venue.has(pair)));
    }

    /** Lists the first names and the number of further ones. */
    private static String listed(List<String> names, String between) {
        String shown = String.join(between, names.subList(0, Math.min(SHOWN, names.size())));
        return names.size() <= SHOWN ? shown : shown + " and " + (names.size() - SHOWN) + " more";
    }
}
