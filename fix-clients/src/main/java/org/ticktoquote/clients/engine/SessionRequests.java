package org.ticktoquote.clients.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import org.ticktoquote.clients.config.SessionSetup;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.fix.marketdata.RequestTemplate;
import org.ticktoquote.fix.marketdata.RequestTemplate.Pair;
import org.ticktoquote.fix.tap.RequestIds;
import quickfix.FieldMap;
import quickfix.Message;
import quickfix.field.BusinessRejectRefID;
import quickfix.field.MDReqID;
import quickfix.field.MsgSeqNum;
import quickfix.field.QuoteReqID;
import quickfix.field.RefSeqNum;

/**
 * Requests of one session, each with a unique id. Keeps those of the current logon by sequence number, which is the only
 * reference in a 35=3 and some 35=j. Thread-safe.
 */
final class SessionRequests {
    private static final String ALL = "all";

    private final SessionSetup session;
    private final RequestTemplate form;
    private final RequestTemplate ending;
    private final RequestIds ids;
    /** Suppliers of the messages that end the active requests. */
    private final List<Supplier<Message>> endings = new ArrayList<>();

    private final Map<String, Integer> instruments = new ConcurrentHashMap<>();
    private final NavigableMap<Integer, Message> sent = new ConcurrentSkipListMap<>();
    private int rounds;
    private long requests;

    SessionRequests(SessionSetup session, RequestIds ids) {
        this.session = session;
        this.form = session.requests().request();
        this.ending = form.unsubscription();
        this.ids = ids;
    }

    /** Returns the requests for a new logon, whose sequence numbers can restart, and discards earlier ones. */
    synchronized List<Message> begin() {
        instruments.clear();
        sent.clear();
        endings.clear();
        ids.clear();
        return subscribe();
    }

    /** Returns the requests for new snapshots while logged on. */
    synchronized List<Message> renew() {
        List<Message> messages = new ArrayList<>();
        endings.forEach(each -> messages.add(each.get()));
        endings.clear();
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
        if (form.canUnsubscribe()) {
            endings.add(() -> ending.message(values, pairs));
        }
        return form.message(values, pairs);
    }

    /** Records an outgoing message if it is a request. */
    void sent(Message message) {
        String request = nameOf(message);
        String number = textOf(message.getHeader(), MsgSeqNum.FIELD);
        if (!request.isEmpty() && !number.isEmpty()) {
            instruments.put(number, ids.instrument(request));
            sent.put(Integer.parseInt(number), message);
        }
    }

    /** Removes and returns the requests with sequence numbers in a range, end excluded. */
    List<Message> removeSkipped(int from, int to) {
        NavigableMap<Integer, Message> range = sent.subMap(from, true, Math.max(from, to), false);
        List<Message> skipped = List.copyOf(range.values());
        range.clear();
        return skipped;
    }

    /** Returns the only instrument of the rejected request, or {@link SnapshotRecord#NO_INSTRUMENT}. */
    int rejected(Message message) {
        int named = ids.instrument(nameOf(message));
        if (named == SnapshotRecord.NO_INSTRUMENT) {
            named = ids.instrument(textOf(message, BusinessRejectRefID.FIELD));
        }
        return named == SnapshotRecord.NO_INSTRUMENT
                ? instruments.getOrDefault(textOf(message, RefSeqNum.FIELD), SnapshotRecord.NO_INSTRUMENT)
                : named;
    }

    private static String nameOf(FieldMap fields) {
        String request = textOf(fields, MDReqID.FIELD);
        return request.isEmpty() ? textOf(fields, QuoteReqID.FIELD) : request;
    }

    private static String textOf(FieldMap fields, int tag) {
        return fields.getOptionalString(tag).orElse("");
    }
}
