package org.ticktoquote.replayer.venue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.ticktoquote.core.net.FeedBinding;
import org.ticktoquote.replayer.feed.BackPressure;
import org.ticktoquote.replayer.feed.Feed;
import org.ticktoquote.replayer.feed.FeedListener;
import org.ticktoquote.replayer.feed.FeedProvider;
import org.ticktoquote.replayer.feed.FeedUri;
import org.ticktoquote.replayer.feed.Markets;

/** Opens {@code fix://HOST:PORT}: the replayer is a FIX venue there, and the application logs on; port 0 takes a free one. */
public final class FixFeedProvider implements FeedProvider {
    private static final String DEFAULT_NAME = "VENUE";
    private static final String DEFAULT_APPLICATION = "PRICING";

    @Override
    public String scheme() {
        return "fix";
    }

    @Override
    public FeedBinding binding() {
        return FeedBinding.REPLAYER;
    }

    @Override
    public void check(URI uri) {
        check(uri, Markets.NONE);
    }

    /** Binds without listening: an application that is waiting for a venue does not see it. */
    @Override
    public void check(URI uri, Markets markets) {
        FeedUri parts = parts(uri);
        for (VenueSetup setup : setups(parts, markets)) {
            try (Socket probe = new Socket()) {
                probe.setReuseAddress(true);
                probe.bind(new InetSocketAddress(parts.address().getAddress(), setup.port()));
            } catch (IOException e) {
                throw parts.unavailable(e);
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
        VenueGate gate = new VenueGate();
        List<Venue> venues = new ArrayList<>();
        setups(parts, markets)
                .forEach(setup -> venues.add(
                        new Venue(setup, markets.instruments(), markets.venues().size())));
        try {
            VenuePorts ports = new VenuePorts(gate, listener);
            try {
                for (Venue venue : venues) {
                    ports.bind(
                            venue,
                            new InetSocketAddress(
                                    parts.address().getAddress(), venue.setup().port()));
                }
                String address = scheme() + "://" + parts.host() + ":" + ports.port(venues.get(0));
                VenuesFeed feed = new VenuesFeed(
                        address, venues, markets, gate, ports, new BackPressure(System::nanoTime), listener);
                ports.start();
                return feed;
            } catch (IOException | RuntimeException e) {
                ports.close();
                throw e;
            }
        } catch (IOException e) {
            throw parts.unavailable(e);
        }
    }

    private static FeedUri parts(URI uri) {
        return FeedUri.of(uri, 0, Set.of());
    }

    private static List<VenueSetup> setups(FeedUri parts, Markets markets) {
        return List.of(new VenueSetup(
                DEFAULT_NAME,
                parts.port(),
                VenueVersion.FIX_4_4,
                List.of(DEFAULT_APPLICATION),
                IntStream.range(0, markets.venues().size()).boxed().toList(),
                markets.instruments().stream()
                        .map(each -> SymbolName.of(each.symbol()))
                        .toList(),
                MessageForm.PLAIN,
                LogonRules.OPEN,
                0));
    }
}
