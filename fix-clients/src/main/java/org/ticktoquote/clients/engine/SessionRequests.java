package org.ticktoquote.clients.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.marketdata.RequestTemplate;
import org.ticktoquote.fix.marketdata.RequestTemplate.Pair;
import org.ticktoquote.fix.tap.RequestIds;
import quickfix.Message;

/** Requests of one session, each with a unique id. Thread-safe. */
final class SessionRequests {
    private static final String ALL = "all";

    /** Active request. */
    private record ActiveRequest(Map<String, String> values, List<Pair> pairs) {}

    private final SessionSetup session;
    private final RequestTemplate form;
    private final RequestIds ids;
    private final List<ActiveRequest> active = new ArrayList<>();
    private int rounds;
    private long requests;

    SessionRequests(SessionSetup session, RequestIds ids) {
        this.session = session;
        this.form = session.requests().request();
        this.ids = ids;
    }

    /** Returns the requests to send after a logon, and discards earlier ones. */
    synchronized List<Message> begin() {
        active.clear();
        ids.clear();
        return subscribe();
    }

    /** Returns the requests for new snapshots while logged on. */
    synchronized List<Message> renew() {
        List<Message> messages = new ArrayList<>();
        if (form.canUnsubscribe()) {
            RequestTemplate ending = form.unsubscription();
            active.forEach(each -> messages.add(ending.message(each.values(), each.pairs())));
        }
        active.clear();
        messages.addAll(subscribe());
        return messages;
    }

    private List<Message> subscribe() {
        rounds++;
        List<Message> messages = new ArrayList<>();
        switch (session.requests().asking()) {
            case PER_PAIR -> session.pairs().forEach(pair -> messages.add(request(pair.instrument(), List.of(pair))));
            case ALL -> messages.add(request(SnapshotRecord.NO_INSTRUMENT, session.pairs()));
            case NONE -> {}
        }
        return messages;
    }

    private Message request(int instrument, List<Pair> pairs) {
        Map<String, String> values = new HashMap<>();
        values.put("session", String.format(Locale.ROOT, "%02d", session.index()));
        values.put("logon", Integer.toString(rounds));
        values.put("number", Long.toString(++requests));
        values.put("instrument", instrument == SnapshotRecord.NO_INSTRUMENT ? ALL : Integer.toString(instrument));
        if (instrument != SnapshotRecord.NO_INSTRUMENT) {
            values.putAll(pairs.get(0).values());
        }
        String id = RequestTemplate.fillPlaceholders(form.id(), values);
        values.put("id", id);
        ids.add(id, instrument);
        active.add(new ActiveRequest(values, pairs));
        return form.message(values, pairs);
    }

    /** Returns the only instrument of a request, or {@link SnapshotRecord#NO_INSTRUMENT}. */
    int instrument(String id) {
        return ids.instrument(id);
    }
}
