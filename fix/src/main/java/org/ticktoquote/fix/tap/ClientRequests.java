package org.ticktoquote.fix.tap;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.message.FieldReader;
import org.ticktoquote.fix.message.TagTable;

/**
 * Reads the requests of a captured client: subscriptions and their ends (35=V and R by 263, 35=Z). Records when a pair has no
 * subscription left, and when it is subscribed again. A pair without requests counts as subscribed, because the capture can
 * begin later. For the writing thread of the tap.
 */
public final class ClientRequests {
    private static final int TYPE = 35;
    private static final int ID = 1;
    private static final int PAIR = 2;
    private static final int MODE = 3;
    /** Fields of a request by tag. The action of MsgType (35) is its tag. */
    public static final TagTable TAGS =
            TagTable.of(Map.of(TYPE, TYPE, 262, ID, 131, ID, 55, PAIR, 48, PAIR, 263, MODE));

    private static final char SNAPSHOT = '0';
    private static final char SUBSCRIBE = '1';
    private static final char UNSUBSCRIBE = '2';

    /** Maximum number of remembered subscriptions per pair. */
    private static final int MAX_IDS = 1 << 10;

    private final SessionTap session;
    private final Map<String, Integer> pairs;
    /** Ids of the subscriptions of each pair. */
    private final Map<Integer, Set<String>> subscriptions = new TreeMap<>();

    private final Set<Integer> unsubscribed = new HashSet<>();
    /** Unsubscribed pairs whose last request came over an earlier connection. */
    private final Set<Integer> unsubscribedBefore = new HashSet<>();
    /** Pairs with a stream that the client requested expressly (263=1). */
    private final Set<Integer> streams = new HashSet<>();

    /** @param pairs ids of pairs by their names in messages */
    public ClientRequests(SessionTap session, Map<String, Integer> pairs) {
        this.session = session;
        this.pairs = pairs;
    }

    /** Forgets the subscriptions, which end with their connection. */
    public void clear() {
        subscriptions.clear();
        streams.clear();
        unsubscribedBefore.addAll(unsubscribed);
    }

    /**
     * Begins another connection, which can have sent requests already.
     *
     * @param whole false if its requests are not captured from the start, so that all pairs without one count as subscribed
     */
    public void begin(boolean whole) {
        if (!whole) {
            unsubscribedBefore.forEach(this::resume);
        }
    }

    /**
     * Reads a message of type V, R or Z. A request of a snapshot shows that the pair has no earlier subscription.
     *
     * @param fields reader of {@link #TAGS}, positioned after the type
     */
    public void read(char type, FieldReader fields) {
        String id = "";
        char mode = type == 'Z' ? UNSUBSCRIBE : 0; // without 263 it subscribes, perhaps to a single quote
        Set<Integer> named = new HashSet<>();
        for (int action = fields.next(); action != FieldReader.END; action = fields.next()) {
            switch (action) {
                case ID -> id = fields.text();
                case PAIR -> Optional.ofNullable(pairs.get(fields.text())).ifPresent(named::add);
                case MODE -> mode = fields.character();
                default -> {
                    // MsgType again
                }
            }
        }
        if (mode == UNSUBSCRIBE) {
            end(id, named);
            return;
        }
        session.requests().add(id, named.size() == 1 ? named.iterator().next() : SnapshotRecord.NO_INSTRUMENT);
        if (mode == SUBSCRIBE) {
            streams.addAll(named);
        }
        for (int pair : named) {
            Set<String> ids = ids(pair);
            if (mode != SNAPSHOT) {
                begin(id, ids);
                resume(pair);
            } else if (ids.isEmpty()) {
                suspend(pair);
            }
        }
    }

    private Set<String> ids(int pair) {
        return subscriptions.computeIfAbsent(pair, first -> new LinkedHashSet<>());
    }

    private static void begin(String id, Set<String> ids) {
        ids.add(id);
        if (ids.size() > MAX_IDS) {
            ids.remove(ids.iterator().next());
        }
    }

    /** Ends a subscription. An unknown id ends all subscriptions of the named pairs. */
    private void end(String id, Set<Integer> named) {
        named.forEach(this::ids);
        subscriptions.forEach((pair, ids) -> {
            boolean known = ids.remove(id);
            if (known ? ids.isEmpty() : named.contains(pair)) {
                ids.clear();
                suspend(pair);
            }
        });
    }

    /** Records the request even if the pair is suspended: the prices since then can have shown a subscription. */
    private void suspend(int pair) {
        unsubscribed.add(pair);
        unsubscribedBefore.remove(pair);
        session.journal().unsubscribed(pair, session.nowNs(), streams.remove(pair));
    }

    private void resume(int pair) {
        if (unsubscribed.remove(pair)) {
            session.journal().event(SnapshotRecord.SUBSCRIBED, pair, session.nowNs());
        }
    }
}
