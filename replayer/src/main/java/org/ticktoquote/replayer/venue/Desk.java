package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges the requests to one venue and meets them or says why not. Used with the gate held. */
final class Desk {
    /** Of one session: a request of an application must not take all memory. */
    private static final int MOST_SUBSCRIPTIONS = 4096;

    private static final String SNAPSHOT = "0";
    private static final String SUBSCRIBE = "1";
    private static final String UNSUBSCRIBE = "2";
    private static final String FULL_REFRESH = "0";
    private static final String INCREMENTAL = "1";
    private static final String BID = "0";
    private static final String OFFER = "1";

    private final Venue venue;
    private final Listener listener;

    /** Hears what comes of requests. */
    interface Listener {
        /** The subscriptions of a session are others than before. */
        void changed();

        /** Something was refused to an application. */
        void refused(String what);
    }

    Desk(Venue venue, Listener listener) {
        this.venue = venue;
        this.listener = listener;
    }

    /** Meets a request of a session. */
    void receive(ApplicationLink link, Request request) {
        Optional<Denied> denied = request.type().equals(UNSUBSCRIBE) ? end(link, request) : meet(link, request);
        denied.ifPresent(why -> {
            link.send(why.message(request.id()));
            refused(link, "35=V: " + why.text());
        });
    }

    /** The subscriptions have changed without a request. */
    void changed() {
        listener.changed();
    }

    /** Something else was refused. */
    void refused(ApplicationLink link, String why) {
        link.explained();
        listener.refused(venue.setup().name() + " to " + link.application() + ": " + why);
    }

    private Optional<Denied> end(ApplicationLink link, Request request) {
        if (!link.remove(request.id())) {
            return Optional.of(new Denied(Denied.NO_REASON, "262=" + request.id() + ": no such subscription"));
        }
        listener.changed();
        return Optional.empty();
    }

    private Optional<Denied> meet(ApplicationLink link, Request request) {
        Set<VenueMarket> markets = new LinkedHashSet<>();
        Optional<Denied> denied = objection(link, request).or(() -> find(request, markets));
        if (denied.isPresent()) {
            return denied;
        }
        List<TickSubscription> made = new ArrayList<>();
        markets.forEach(market -> made.add(link.subscribe(request.id(), market, view(request))));
        if (request.type().equals(SUBSCRIBE)) {
            if (link.subscriptions() + made.size() > MOST_SUBSCRIPTIONS) {
                return Optional.of(new Denied(Denied.NO_REASON, "more than " + MOST_SUBSCRIPTIONS + " subscriptions"));
            }
            link.add(request.id(), made);
            listener.changed();
        } else if (made.stream().allMatch(each -> each.market().now().isEmpty())) {
            return Optional.of(new Denied(Denied.NO_REASON, "there is no price yet"));
        }
        long nowMs = System.currentTimeMillis();
        made.forEach(each -> each.image(nowMs));
        return Optional.empty();
    }

    private Optional<Denied> objection(ApplicationLink link, Request request) {
        return Optional.ofNullable(objectionOrNull(link, request));
    }

    private @Nullable Denied objectionOrNull(ApplicationLink link, Request request) {
        if (!request.type().equals(SNAPSHOT) && !request.type().equals(SUBSCRIBE)) {
            return new Denied(Denied.UNSUPPORTED_TYPE, "263=" + request.type() + ": expected 0, 1 or 2");
        }
        if (link.isActive(request.id())) {
            return new Denied(Denied.DUPLICATE_ID, "262=" + request.id() + ": is the id of a subscription");
        }
        if (request.depth() < 0) {
            return new Denied(Denied.UNSUPPORTED_DEPTH, "264=" + request.depth() + ": expected 0 or more");
        }
        String updateType = request.updateType();
        boolean demanded = !venue.setup().updateType().isEmpty();
        if (!updateTypes().contains(updateType) && (demanded || !updateType.isEmpty())) {
            String expected = String.join(" or ", updateTypes());
            return new Denied(Denied.UNSUPPORTED_UPDATE, "265=" + updateType + ": expected " + expected);
        }
        if (!request.entryTypes().contains(BID) && !request.entryTypes().contains(OFFER)) {
            return new Denied(Denied.UNSUPPORTED_ENTRY, "269=" + request.entryTypes() + ": expected 0 or 1 among them");
        }
        return null;
    }

    private List<String> updateTypes() {
        VenueSetup setup = venue.setup();
        if (!setup.updateType().isEmpty()) {
            return List.of(setup.updateType());
        }
        MessageForm.Ticks ticks = setup.form().ticks();
        return ticks.increments() || ticks.topIncrements() ? List.of(FULL_REFRESH, INCREMENTAL) : List.of(FULL_REFRESH);
    }

    private Optional<Denied> find(Request request, Set<VenueMarket> found) {
        List<String> unknown = new ArrayList<>();
        for (Map<Integer, String> names : request.instruments()) {
            VenueMarket market = venue.market(names);
            if (market == null) {
                unknown.add(names.isEmpty() ? "neither 55 nor 48" : String.join(" ", names.values()));
            } else {
                found.add(market);
            }
        }
        if (found.isEmpty() && unknown.isEmpty()) {
            unknown.add("none named");
        }
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of(new Denied(
                        Denied.UNKNOWN_SYMBOL, "unknown instrument: " + shortened(String.join(", ", unknown))));
    }

    private static String shortened(String text) {
        int most = 200;
        return text.length() <= most ? text : text.substring(0, most) + " ...";
    }

    private TickSubscription.View view(Request request) {
        MessageForm form = venue.setup().form();
        boolean topOnly = request.depth() == 1 || form.entries().levels() == 1;
        return new TickSubscription.View(
                request.entryTypes().contains(BID),
                request.entryTypes().contains(OFFER),
                topOnly,
                form.ticks().increments(topOnly) && !request.updateType().equals(FULL_REFRESH));
    }
}
