package org.ticktoquote.clients.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ticktoquote.clients.tap.SubscriptionId;
import org.ticktoquote.core.journal.SnapshotRecord;
import quickfix.FieldMap;
import quickfix.Message;
import quickfix.field.BusinessRejectRefID;
import quickfix.field.MDReqID;
import quickfix.field.MsgSeqNum;
import quickfix.field.RefSeqNum;

/**
 * The requests of a session's newest logon, by their numbers: a 35=j or 35=3 names what it rejects by nothing else. Any
 * thread.
 */
final class SentRequests {
    private final Map<String, Integer> instruments = new ConcurrentHashMap<>();

    /** A new logon: numbers begin anew. */
    void clear() {
        instruments.clear();
    }

    /** Takes note of a message that leaves, if it is a request. */
    void sent(Message message) {
        String request = textOf(message, MDReqID.FIELD);
        String number = textOf(message.getHeader(), MsgSeqNum.FIELD);
        if (!request.isEmpty() && !number.isEmpty()) {
            instruments.put(number, SubscriptionId.instrument(request));
        }
    }

    /** The one instrument of the request that a message rejects, or {@link SnapshotRecord#NO_INSTRUMENT}. */
    int rejected(Message message) {
        int named = SubscriptionId.instrument(textOf(message, MDReqID.FIELD));
        if (named == SnapshotRecord.NO_INSTRUMENT) {
            named = SubscriptionId.instrument(textOf(message, BusinessRejectRefID.FIELD));
        }
        return named == SnapshotRecord.NO_INSTRUMENT
                ? instruments.getOrDefault(textOf(message, RefSeqNum.FIELD), SnapshotRecord.NO_INSTRUMENT)
                : named;
    }

    private static String textOf(FieldMap fields, int tag) {
        return fields.getOptionalString(tag).orElse("");
    }
}
