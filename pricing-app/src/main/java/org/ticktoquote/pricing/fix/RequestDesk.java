package org.ticktoquote.pricing.fix;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.dialect.Dialect;
import org.ticktoquote.pricing.dialect.PriceRequest;
import org.ticktoquote.pricing.dialect.Refused;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.pipeline.Inlet;
import org.ticktoquote.pricing.publish.Subscription;
import org.ticktoquote.pricing.publish.SubscriptionChange;
import org.ticktoquote.pricing.publish.Wanted;

/**
 * Component 12: judges requests and turns them into subscriptions; runs on the gateway's thread.
 *
 * <p>A request is granted whole or refused whole. One that comes before the feed has defined its instruments waits for
 * them, ten seconds at most. In a dialect in which nobody asks, every logon subscribes all pairs. Subscriptions end with the
 * session's logon.
 */
public final class RequestDesk implements Inlet<GatewayEvent> {
    private static final long DEFINITION_GRACE_NS = TimeUnit.SECONDS.toNanos(10);

    private final Dialect dialect;
    private final InstrumentDirectory instruments;
    private final Answers answers;
    private final Inlet<SubscriptionChange> changes;
    private final Map<Integer, Map<String, List<Instrument>>> active = new HashMap<>();
    private final List<PriceRequest> waiting = new ArrayList<>();
    private final List<GatewayEvent.LoggedOn> unserved = new ArrayList<>();

    /** The desk's way back to a session. */
    interface Answers {
        int logon(int session);

        void refuse(int session, String requestId, Refused refused);
    }

    RequestDesk(Dialect dialect, InstrumentDirectory instruments, Answers answers, Inlet<SubscriptionChange> changes) {
        this.dialect = dialect;
        this.instruments = instruments;
        this.answers = answers;
        this.changes = changes;
    }

    @Override
    public void put(GatewayEvent event) {
        if (event instanceof GatewayEvent.Requested requested) {
            request(requested.request());
        } else if (event instanceof GatewayEvent.LoggedOn loggedOn) {
            unserved.add(loggedOn);
            serve();
        } else if (event instanceof GatewayEvent.LoggedOff loggedOff) {
            active.remove(loggedOff.session());
            waiting.removeIf(request -> request.session() == loggedOff.session());
            unserved.removeIf(each -> each.session() == loggedOff.session());
            changes.put(new SubscriptionChange.LoggedOff(loggedOff.session()));
        } else if (event instanceof GatewayEvent.Review review) {
            review(review.nowNs());
            serve();
        }
    }

    private void request(PriceRequest request) {
        if (answers.logon(request.session()) != request.logon()) {
            return; // its logon is over
        }
        Refused refused = fault(request);
        if (refused != null) {
            answers.refuse(request.session(), request.id(), refused);
        } else if (request.type().equals(PriceRequest.UNSUBSCRIBE)) {
            unsubscribe(request);
        } else if (!decide(request, false)) {
            waiting.add(request);
        }
    }

    /** Grants or refuses; false where a pair may still become known. */
    private boolean decide(PriceRequest request, boolean waitedLong) {
        boolean complete = instruments.complete(); // before the look at them: they become known meanwhile
        Set<String> unknown = unknown(request);
        if (unknown.isEmpty()) {
            grant(request);
        } else if (complete || waitedLong) {
            String text = "unknown symbol: " + String.join(", ", unknown);
            answers.refuse(request.session(), request.id(), new Refused(Refused.UNKNOWN_SYMBOL, text));
        } else {
            return false;
        }
        return true;
    }

    /** Subscribes whoever need not ask to all pairs, once they are known. */
    private void serve() {
        if (!instruments.complete()) {
            return;
        }
        for (GatewayEvent.LoggedOn each : unserved) {
            for (Instrument pair : instruments.all()) {
                changes.put(new SubscriptionChange.Subscribe(
                        new Subscription(each.session(), each.logon(), pair.id(), "", Wanted.TOP)));
            }
        }
        unserved.clear();
    }

    private void review(long nowNs) {
        waiting.removeIf(request -> decide(request, nowNs - request.receivedNs() > DEFINITION_GRACE_NS));
    }

    private @Nullable Refused fault(PriceRequest request) {
        Refused refused = dialect.fault(request);
        return refused != null || request.type().equals(PriceRequest.UNSUBSCRIBE) ? refused : inUse(request);
    }

    private @Nullable Refused inUse(PriceRequest request) {
        boolean known = activeOf(request.session()).containsKey(request.id())
                || waiting.stream()
                        .anyMatch(other -> other.session() == request.session()
                                && other.id().equals(request.id()));
        if (known) {
            return new Refused(Refused.DUPLICATE_ID, request.named() + " is in use");
        }
        boolean again = dialect.once() && !activeOf(request.session()).isEmpty();
        return again ? new Refused(Refused.NO_REASON, "expected one request of a session for all its pairs") : null;
    }

    private Set<String> unknown(PriceRequest request) {
        Set<String> unknown = new LinkedHashSet<>(dialect.pairs(request));
        unknown.removeIf(key -> dialect.find(instruments, key) != null);
        return unknown;
    }

    private void grant(PriceRequest request) {
        List<Instrument> pairs = new ArrayList<>();
        for (String key : new LinkedHashSet<>(dialect.pairs(request))) {
            Instrument instrument = dialect.find(instruments, key);
            if (instrument != null) {
                pairs.add(instrument);
            }
        }
        boolean lasting = request.type().equals(PriceRequest.SUBSCRIBE);
        if (lasting) {
            activeOf(request.session()).put(request.id(), pairs);
        }
        for (Instrument pair : pairs) {
            Subscription subscription = new Subscription(
                    request.session(), request.logon(), pair.id(), request.id(), dialect.wanted(request));
            changes.put(
                    lasting
                            ? new SubscriptionChange.Subscribe(subscription)
                            : new SubscriptionChange.Snapshot(subscription, pair.symbol()));
        }
    }

    private void unsubscribe(PriceRequest request) {
        List<Instrument> pairs = activeOf(request.session()).remove(request.id());
        if (pairs == null) {
            String text = request.named() + ": no such subscription";
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
