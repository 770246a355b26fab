package org.ticktoquote.pricing.fix;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.marketdata.RequestReject;
import org.ticktoquote.pricing.dialect.Dialect;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.pipeline.Input;
import org.ticktoquote.pricing.publish.ClientSessions;
import org.ticktoquote.pricing.publish.Subscription;
import org.ticktoquote.pricing.publish.Subscription.SubscriptionChange;

/**
 * Component 12: validates requests and turns them into subscriptions. Runs on the gateway's thread.
 *
 * <p>A request is accepted or rejected as a whole. A request that arrives before the feed has defined its instruments waits
 * for them, for at most ten seconds. In a dialect without requests, every logon subscribes to all pairs. A logoff ends the
 * session's subscriptions.
 */
public final class RequestHandler {
    private static final long DEFINITION_GRACE_NS = TimeUnit.SECONDS.toNanos(10);

    private final Dialect dialect;
    private final InstrumentDirectory instruments;
    private final ClientSessions sessions;
    private final Input<SubscriptionChange> changes;
    private final Map<Integer, Map<String, List<Instrument>>> active = new HashMap<>();
    private final List<Requested> waiting = new ArrayList<>();
    /** Logons by session, of sessions of a dialect without requests. */
    private final Map<Integer, Integer> unsubscribedLogons = new LinkedHashMap<>();

    private record Requested(int session, int logon, long receivedNs, MarketDataRequest request) {}

    RequestHandler(
            Dialect dialect,
            InstrumentDirectory instruments,
            ClientSessions sessions,
            Input<SubscriptionChange> changes) {
        this.dialect = dialect;
        this.instruments = instruments;
        this.sessions = sessions;
        this.changes = changes;
    }

    /** Handles the logon of a session of a dialect without requests. */
    void loggedOn(int session, int logon) {
        unsubscribedLogons.put(session, logon);
        serve();
    }

    void loggedOff(int session) {
        active.remove(session);
        waiting.removeIf(request -> request.session() == session);
        unsubscribedLogons.remove(session);
        changes.put(new SubscriptionChange.LoggedOff(session));
    }

    /**
     * Handles a session's request for prices.
     *
     * @param logon number of the logon in which the request came
     * @param receivedNs monotonic time of receipt
     */
    void request(int session, int logon, long receivedNs, MarketDataRequest request) {
        if (sessions.logon(session) != logon) {
            return; // its logon has ended
        }
        RequestReject reject = fault(session, request);
        Requested asked = new Requested(session, logon, receivedNs, request);
        if (reject != null) {
            sessions.refuse(session, request.id(), reject);
        } else if (request.type().equals(MarketDataRequest.UNSUBSCRIBE)) {
            unsubscribe(session, request);
        } else if (!decide(asked, false)) {
            waiting.add(asked);
        }
    }

    /** Reviews the requests and logons that wait for the feed's definitions. */
    public void review(long nowNs) {
        waiting.removeIf(asked -> decide(asked, nowNs - asked.receivedNs() > DEFINITION_GRACE_NS));
        serve();
    }

    /** Accepts or rejects a request. Returns false if an unknown pair can still be defined. */
    private boolean decide(Requested asked, boolean waitedLong) {
        boolean complete = instruments.complete(); // read first, because instruments are defined concurrently
        Set<String> unknown = unknown(asked.request());
        if (unknown.isEmpty()) {
            grant(asked);
        } else if (complete || waitedLong) {
            String text = "unknown symbol: " + String.join(", ", unknown);
            sessions.refuse(
                    asked.session(), asked.request().id(), new RequestReject(RequestReject.UNKNOWN_SYMBOL, text));
        } else {
            return false;
        }
        return true;
    }

    /** Subscribes sessions of a dialect without requests to all pairs, once these are known. */
    private void serve() {
        if (!instruments.complete()) {
            return;
        }
        unsubscribedLogons.forEach((session, logon) -> {
            for (Instrument pair : instruments.all()) {
                changes.put(new SubscriptionChange.Subscribe(new Subscription(session, logon, pair.id(), "")));
            }
        });
        unsubscribedLogons.clear();
    }

    private @Nullable RequestReject fault(int session, MarketDataRequest request) {
        RequestReject fault = dialect.fault(request);
        if (fault != null || request.type().equals(MarketDataRequest.UNSUBSCRIBE)) {
            return fault;
        }
        boolean known = activeOf(session).containsKey(request.id())
                || waiting.stream()
                        .anyMatch(other -> other.session() == session
                                && other.request().id().equals(request.id()));
        if (known) {
            return new RequestReject(RequestReject.DUPLICATE_ID, request.taggedId() + " is in use");
        }
        boolean again = dialect.once() && !activeOf(session).isEmpty();
        return again
                ? new RequestReject(RequestReject.NO_REASON, "expected one request per session for all its pairs")
                : null;
    }

    private Set<String> unknown(MarketDataRequest request) {
        Set<String> unknown = new LinkedHashSet<>(dialect.pairs(request));
        unknown.removeIf(key -> dialect.find(instruments, key) != null);
        return unknown;
    }

    private void grant(Requested asked) {
        MarketDataRequest request = asked.request();
        List<Instrument> pairs = dialect.pairs(request).stream()
                .distinct()
                .flatMap(key -> Stream.ofNullable(dialect.find(instruments, key)))
                .toList();
        boolean lasting = request.type().equals(MarketDataRequest.SUBSCRIBE);
        if (lasting) {
            activeOf(asked.session()).put(request.id(), pairs);
        }
        for (Instrument pair : pairs) {
            Subscription subscription =
                    new Subscription(asked.session(), asked.logon(), pair.id(), request.id(), dialect.book(request));
            changes.put(
                    lasting
                            ? new SubscriptionChange.Subscribe(subscription)
                            : new SubscriptionChange.Snapshot(subscription, pair.symbol()));
        }
    }

    private void unsubscribe(int session, MarketDataRequest request) {
        List<Instrument> pairs = activeOf(session).remove(request.id());
        if (pairs == null) {
            String text = request.taggedId() + ": no such subscription";
            sessions.refuse(session, request.id(), new RequestReject(RequestReject.NO_REASON, text));
            return;
        }
        pairs.forEach(pair -> changes.put(new SubscriptionChange.Unsubscribe(session, pair.id(), request.id())));
    }

    private Map<String, List<Instrument>> activeOf(int session) {
        return active.computeIfAbsent(session, unused -> new HashMap<>());
    }
}
