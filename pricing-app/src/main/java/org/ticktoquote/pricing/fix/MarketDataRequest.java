package org.ticktoquote.pricing.fix;

import java.util.ArrayList;
import java.util.List;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MDUpdateType;
import quickfix.field.MarketDepth;
import quickfix.field.NoMDEntryTypes;
import quickfix.field.NoRelatedSym;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;

/**
 * A Market Data Request (35=V), read but not judged.
 *
 * @param logon the number of the logon that it came in
 * @param receivedNs monotonic
 * @param type SubscriptionRequestType (263) as it stands
 * @param depth MarketDepth (264); 1 when absent
 * @param updateType MDUpdateType (265); 0 when absent
 */
public record MarketDataRequest(
        int session,
        int logon,
        long receivedNs,
        String id,
        String type,
        int depth,
        int updateType,
        List<String> entryTypes,
        List<String> symbols) {

    /** @throws FieldNotFound when the id is missing: without it nothing but a session-level reject can be answered */
    static MarketDataRequest read(Message message, int session, int logon, long receivedNs) throws FieldNotFound {
        return new MarketDataRequest(
                session,
                logon,
                receivedNs,
                message.getString(MDReqID.FIELD),
                text(message, SubscriptionRequestType.FIELD),
                number(message, MarketDepth.FIELD, 1),
                number(message, MDUpdateType.FIELD, 0),
                texts(message, NoMDEntryTypes.FIELD, MDEntryType.FIELD),
                texts(message, NoRelatedSym.FIELD, Symbol.FIELD));
    }

    private static String text(Message message, int tag) throws FieldNotFound {
        return message.isSetField(tag) ? message.getString(tag) : "";
    }

    private static int number(Message message, int tag, int absent) throws FieldNotFound {
        String text = text(message, tag);
        try {
            return text.isEmpty() ? absent : Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    private static List<String> texts(Message message, int groupTag, int tag) throws FieldNotFound {
        List<String> texts = new ArrayList<>();
        for (Group group : message.getGroups(groupTag)) {
            texts.add(group.isSetField(tag) ? group.getString(tag) : "");
        }
        return List.copyOf(texts);
    }
}
