package org.ticktoquote.pricing.fix;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.pipeline.Inlet;
import org.ticktoquote.pricing.publish.Subscription;
import org.ticktoquote.pricing.publish.SubscriptionChange;

/**
 * Component 12: judges requests and turns them into subscriptions; runs on the gateway's thread.
 *
 * <p>A request is granted whole or refused whole. One that comes before the feed has defined its instruments waits for
 * them, ten seconds at most. Subscriptions end with the session's logon.
 */
public final class RequestDesk implements Inlet<GatewayEvent> {
    private static final long DEFINITION_GRACE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final String SNAPSHOT = "0";
    private static final String SUBSCRIBE = "1";
    private static final String UNSUBSCRIBE = "2";
    private static final int BID_AND_OFFER = 2;

    private final InstrumentDirectory instruments;
    private final Answers answers;
    private final Inlet<SubscriptionChange> changes;
    private final Map<Integer, Map<String, List<Instrument>>> active = new HashMap<>();
    private final List<MarketDataRequest> waiting = new ArrayList<>();

    /** The desk's way back to a session. */
    interface Answers {
        int logon(int session);

        void refuse(int session, String requestId, Refused refused);
    }

    RequestDesk(InstrumentDirectory instruments, Answers answers, Inlet<SubscriptionChange> changes) {
        this.instruments = instruments;
        this.answers = answers;
        this.changes = changes;
    }

    @Override
    public void put(GatewayEvent event) {
        if (event instanceof GatewayEvent.Requested requested) {
            request(requested.request());
        } else if (event instanceof GatewayEvent.LoggedOff loggedOff) {
            active.remove(loggedOff.session());
            waiting.removeIf(request -> request.session() == loggedOff.session());
            changes.put(new SubscriptionChange.LoggedOff(loggedOff.session()));
        } else if (event instanceof GatewayEvent.Review review) {
            review(review.nowNs());
        }
    }

    private void request(MarketDataRequest request) {
        if (answers.logon(request.session()) != request.logon()) {
            return; // its logon is over
        }
        Refused refused = fault(request);
        if (refused != null) {
            answers.refuse(request.session(), request.id(), refused);
        } else if (request.type().equals(UNSUBSCRIBE)) {
            unsubscribe(request);
        } else if (unknown(request).isEmpty()) {
            grant(request);
        } else if (instruments.complete()) {
            refuseUnknown(request);
        } else {
            waiting.add(request);
        }
    }

    private void review(long nowNs) {
        Iterator<MarketDataRequest> each = waiting.iterator();
        while (each.hasNext()) {
            MarketDataRequest request = each.next();
            if (unknown(request).isEmpty()) {
                each.remove();
                grant(request);
            } else if (instruments.complete() || nowNs - request.receivedNs() > DEFINITION_GRACE_NS) {
                each.remove();
                refuseUnknown(request);
            }
        }
    }

    private @Nullable Refused fault(MarketDataRequest request) {
        if (!Set.of(SNAPSHOT, SUBSCRIBE, UNSUBSCRIBE).contains(request.type())) {
            return new Refused(Refused.UNSUPPORTED_TYPE, "263=" + request.type() + ": expected 0, 1 or 2");
        }
        if (request.type().equals(UNSUBSCRIBE)) {
            return null;
        }
        if (request.depth() != 0 && request.depth() != 1) {
            return new Refused(Refused.UNSUPPORTED_DEPTH, "264: expected 1 (top of book) or 0");
        }
        if (request.updateType() != 0) {
            return new Refused(Refused.UNSUPPORTED_UPDATE, "265: expected 0 (full refresh)");
        }
        return entriesOrSymbols(request);
    }

    private @Nullable Refused entriesOrSymbols(MarketDataRequest request) {
        if (!Set.of("0", "1").containsAll(request.entryTypes())
                || Set.copyOf(request.entryTypes()).size() != BID_AND_OFFER) {
            return new Refused(Refused.UNSUPPORTED_ENTRY, "269: expected 0 (bid) and 1 (offer)");
        }
        if (request.symbols().isEmpty() || request.symbols().contains("")) {
            return new Refused(Refused.UNKNOWN_SYMBOL, "146: expected one or more 55");
        }
        boolean known = activeOf(request.session()).containsKey(request.id())
                || waiting.stream()
                        .anyMatch(other -> other.session() == request.session()
                                && other.id().equals(request.id()));
        return known ? new Refused(Refused.DUPLICATE_ID, "262=" + request.id() + " is in use") : null;
    }

    private Set<String> unknown(MarketDataRequest request) {
        Set<String> unknown = new LinkedHashSet<>(request.symbols());
        unknown.removeIf(symbol -> instruments.bySymbol(symbol) != null);
        return unknown;
    }

    private void refuseUnknown(MarketDataRequest request) {
        String text = "unknown symbol: " + String.join(", ", unknown(request));
        answers.refuse(request.session(), request.id(), new Refused(Refused.UNKNOWN_SYMBOL, text));
    }

    private void grant(MarketDataRequest request) {
        List<Instrument> pairs = new ArrayList<>();
        for (String symbol : new LinkedHashSet<>(request.symbols())) {
            Instrument instrument = instruments.bySymbol(symbol);
            if (instrument != null) {
                pairs.add(instrument);
            }
        }
        boolean lasting = request.type().equals(SUBSCRIBE);
        if (lasting) {
            activeOf(request.session()).put(request.id(), pairs);
        }
        for (Instrument pair : pairs) {
            Subscription subscription = new Subscription(request.session(), request.logon(), pair.id(), request.id());
            changes.put(
                    lasting
                            ? new SubscriptionChange.Subscribe(subscription)
                            : new SubscriptionChange.Snapshot(subscription, pair.symbol()));
        }
    }

    private void unsubscribe(MarketDataRequest request) {
        List<Instrument> pairs = activeOf(request.session()).remove(request.id());
        if (pairs == null) {
            String text = "262=" + request.id() + ": no such subscription";
            answers.refuse(request.session(), request.id(), new Refused(Refused.NO_REASON, text));
            return;
        }
        pairs.forEach(
                pair -> changes.put(new SubscriptionChange.Unsubscribe(request.session(), pair.id(), request.id())));
    }

    private Map<String, List<Instrument>> activeOf(int session) {
        return active.computeIfAbsent(session, unused -> new HashMap<>());
    }
}
