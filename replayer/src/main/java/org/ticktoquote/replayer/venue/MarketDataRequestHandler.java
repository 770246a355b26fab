package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.dialect.InstrumentName;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.fix.marketdata.RequestReject;

/** Handles market data requests (35=V) to a venue. Subscribes, unsubscribes or rejects (35=Y). Callers hold the venue lock. */
final class MarketDataRequestHandler {
    /** Per session, so that one application cannot exhaust memory. */
    private static final int MAX_SUBSCRIPTIONS = 4096;

    private static final int MAX_LIST_LENGTH = 200;

    private final Venue venue;
    /** Notified of changed subscriptions and of rejections. */
    private final VenuesFeed feed;

    MarketDataRequestHandler(Venue venue, VenuesFeed feed) {
        this.venue = venue;
        this.feed = feed;
    }

    void receive(ApplicationSession link, MarketDataRequest request) {
        RequestReject reject = request.type().equals(MarketDataRequest.UNSUBSCRIBE)
                ? unsubscribe(link, request)
                : subscribe(link, request);
        if (reject != null) {
            link.send(
                    reject.message(RequestReject.Form.MARKET_DATA, venue.setup().version(), request.id()));
            refused(link, "35=V: " + reject.text());
        }
    }

    /** Reports that subscriptions changed without a request. */
    void changed() {
        feed.changed();
    }

    /** Reports a rejection. Suppresses the connection's own report of its end. */
    void refused(ApplicationSession link, String why) {
        link.suppressEndReport();
        feed.refused(venue.setup().name() + " to " + link.application() + ": " + why);
    }

    private @Nullable RequestReject unsubscribe(ApplicationSession link, MarketDataRequest request) {
        if (!link.remove(request.id())) {
            return new RequestReject(RequestReject.NO_REASON, request.taggedId() + ": no such subscription");
        }
        feed.changed();
        return null;
    }

    private @Nullable RequestReject subscribe(ApplicationSession link, MarketDataRequest request) {
        Set<VenueMarket> markets = new LinkedHashSet<>();
        RequestReject reject = validate(link, request);
        reject = reject == null ? find(request, markets) : reject;
        if (reject != null) {
            return reject;
        }
        List<VenueMarket.Subscription> made = subscriptions(link, request, markets);
        if (request.type().equals(MarketDataRequest.SUBSCRIBE)) {
            if (link.subscriptions() + made.size() > MAX_SUBSCRIPTIONS) {
                return new RequestReject(RequestReject.NO_REASON, "more than " + MAX_SUBSCRIPTIONS + " subscriptions");
            }
            link.add(request.id(), made);
            feed.changed();
        } else if (made.stream().allMatch(each -> each.market().now().isEmpty())) {
            return new RequestReject(RequestReject.NO_REASON, "no price yet");
        }
        long nowMs = System.currentTimeMillis();
        made.forEach(each -> each.image(nowMs));
        return null;
    }

    private List<VenueMarket.Subscription> subscriptions(
            ApplicationSession link, MarketDataRequest request, Set<VenueMarket> markets) {
        MessageFormat form = venue.setup().form();
        RequestedBook book = request.book(request.depth(0) == MarketDataRequest.TOP_OF_BOOK
                || form.entries().levels() == 1);
        boolean increments = form.ticks().increments(book.topOnly())
                && !request.updateType("").equals(MarketDataRequest.FULL_REFRESH);
        return markets.stream()
                .map(market -> link.subscribe(request.id(), market, book, increments))
                .toList();
    }

    private @Nullable RequestReject validate(ApplicationSession link, MarketDataRequest request) {
        if (!Set.of(MarketDataRequest.SNAPSHOT, MarketDataRequest.SUBSCRIBE).contains(request.type())) {
            return new RequestReject(RequestReject.UNSUPPORTED_TYPE, "263=" + request.type() + ": expected 0, 1 or 2");
        }
        if (link.isActive(request.id())) {
            return new RequestReject(
                    RequestReject.DUPLICATE_ID, request.taggedId() + ": the id of an active subscription");
        }
        if (request.depth(0) < 0) {
            return new RequestReject(
                    RequestReject.UNSUPPORTED_DEPTH, "264=" + request.depth(0) + ": expected 0 or more");
        }
        String updateType = request.updateType("");
        boolean demanded = !venue.setup().updateType().isEmpty();
        if (!updateTypes().contains(updateType) && (demanded || !updateType.isEmpty())) {
            String expected = String.join(" or ", updateTypes());
            return new RequestReject(RequestReject.UNSUPPORTED_UPDATE, "265=" + updateType + ": expected " + expected);
        }
        RequestedBook book = request.book(false);
        return book.bids() || book.offers()
                ? null
                : new RequestReject(
                        RequestReject.UNSUPPORTED_ENTRY,
                        "269=" + new TreeSet<>(request.entryTypes()) + ": expected 0 or 1 among them");
    }

    private List<String> updateTypes() {
        VenueSetup setup = venue.setup();
        if (!setup.updateType().isEmpty()) {
            return List.of(setup.updateType());
        }
        MessageFormat.TickFormat ticks = setup.form().ticks();
        return ticks.increments() || ticks.topIncrements()
                ? List.of(MarketDataRequest.FULL_REFRESH, MarketDataRequest.INCREMENTAL_REFRESH)
                : List.of(MarketDataRequest.FULL_REFRESH);
    }

    private @Nullable RequestReject find(MarketDataRequest request, Set<VenueMarket> found) {
        List<String> unknown = new ArrayList<>();
        for (Map<Integer, String> fields : request.instruments()) {
            VenueMarket market = venue.market(fields);
            if (market == null) {
                unknown.add(InstrumentName.described(fields));
            } else {
                found.add(market);
            }
        }
        if (found.isEmpty() && unknown.isEmpty()) {
            unknown.add("none named");
        }
        return unknown.isEmpty()
                ? null
                : new RequestReject(
                        RequestReject.UNKNOWN_SYMBOL, "unknown instrument: " + shortened(String.join(", ", unknown)));
    }

    private static String shortened(String text) {
        return text.length() <= MAX_LIST_LENGTH ? text : text.substring(0, MAX_LIST_LENGTH) + " ...";
    }
}
