package org.ticktoquote.pricing;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.OptionGroup;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problems;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.FeedAddress;
import org.ticktoquote.pricing.venue.PairList;
import org.ticktoquote.pricing.venue.VenueAddress;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the market data. */
@OptionGroup("Market data")
final class FeedOptions {
    private static final FeedAddress SOME = new FeedAddress(false, "localhost", 0, null);
    private static final VenueAddress SOME_VENUE = VenueAddress.parse("fix://localhost:1");

    @Option(
            names = "--feed",
            required = true,
            split = ",",
            paramLabel = "URI",
            description = "udp://HOST:PORT (listens; port 0: a free port), udp://GROUP:PORT?interface=NAME "
                    + "(multicast), tcp://HOST:PORT (connects), or FIX venues fix://HOST:PORT (logs on, sends "
                    + "35=V) with any of ?version=FIX.4.4, sender=PRICING, target=VENUE, depth=1 (264), "
                    + "update=0 (265), tls=true and pairs=EUR/USD%%20USD/JPY (default: all of --pairs)")
    private List<String> feeds = List.of();

    @Option(
            names = "--pairs",
            split = ",",
            paramLabel = "PAIR",
            description = "with fix:// venues: pairs to request, SYMBOL:PIP:TICKSIZE as in EUR/USD:0.0001:0.00001")
    private List<String> pairs = List.of();

    @Mixin
    private TlsOptions tls;

    PricingConfiguration.MarketData marketData(Problems wrong) {
        boolean venues = feeds.stream().allMatch(VenueAddress::isOne);
        List<Instrument> known = wrong.read("--pairs", () -> PairList.parse(pairs), List.of());
        if (venues == pairs.isEmpty()) {
            wrong.add(Problem.of("--pairs").expected("pairs if the feeds are fix:// venues, otherwise none"));
        }
        return venues ? ofVenues(known, wrong) : ofFeed(wrong);
    }

    /** Also checks the TLS options, because the harness checks a run's options before it knows the venues. */
    private PricingConfiguration.MarketData ofFeed(Problems wrong) {
        return new PricingConfiguration.MarketData(feed(wrong), List.of(), List.of(), tls.read(false, wrong));
    }

    private PricingConfiguration.MarketData ofVenues(List<Instrument> known, Problems wrong) {
        List<VenueAddress> addresses = feeds.stream()
                .map(text -> wrong.read("--feed", () -> VenueAddress.parse(text), SOME_VENUE))
                .toList();
        List<String> symbols = known.stream().map(Instrument::symbol).toList();
        addresses.forEach(address -> wrong.addAll(address.problems(symbols)));
        boolean encrypted = addresses.stream().anyMatch(VenueAddress::tls);
        if (!encrypted && tls.isGiven()) {
            wrong.add(Problem.of("--feed").expected("a venue with tls=true, as TLS options are given"));
        }
        return new PricingConfiguration.MarketData(null, addresses, known, tls.read(encrypted, wrong));
    }

    private @Nullable FeedAddress feed(Problems wrong) {
        if (feeds.size() != 1) {
            wrong.add(Problem.of("--feed").value(String.join(",", feeds)).expected("one feed, or only fix:// venues"));
            return SOME;
        }
        FeedAddress address = wrong.read("--feed", () -> FeedAddress.parse(feeds.get(0)), SOME);
        wrong.addAll(address.problems());
        return address;
    }
}
