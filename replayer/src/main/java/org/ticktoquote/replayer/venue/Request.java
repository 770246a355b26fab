package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MDUpdateType;
import quickfix.field.MarketDepth;
import quickfix.field.NoMDEntryTypes;
import quickfix.field.NoRelatedSym;
import quickfix.field.SecurityID;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;

/**
 * A Market Data Request (35=V), read but not judged.
 *
 * @param type SubscriptionRequestType (263)
 * @param depth MarketDepth (264); 0, the full book, when absent
 * @param updateType MDUpdateType (265); empty when absent
 * @param entryTypes MDEntryType (269)
 * @param instruments what names each of them: 55 and 48, as far as they are there
 */
record Request(
        String id,
        String type,
        int depth,
        String updateType,
        Set<String> entryTypes,
        List<Map<Integer, String>> instruments) {

    /**
     * Reads it.
     *
     * @throws FieldNotFound when it has no id or no type
     * @throws IncorrectTagValue when its depth is no number
     */
    static Request read(Message message) throws FieldNotFound, IncorrectTagValue {
        Set<String> types = new HashSet<>();
        for (Group group : message.getGroups(NoMDEntryTypes.FIELD)) {
            types.add(text(group, MDEntryType.FIELD));
        }
        List<Map<Integer, String>> instruments = new ArrayList<>();
        for (Group group : message.getGroups(NoRelatedSym.FIELD)) {
            instruments.add(names(group));
        }
        return new Request(
                message.getString(MDReqID.FIELD),
                message.getString(SubscriptionRequestType.FIELD),
                depth(text(message, MarketDepth.FIELD)),
                text(message, MDUpdateType.FIELD),
                types,
                instruments);
    }

    private static Map<Integer, String> names(Group group) throws FieldNotFound {
        Map<Integer, String> names = new HashMap<>();
        for (int tag : new int[] {Symbol.FIELD, SecurityID.FIELD}) {
            if (group.isSetField(tag)) {
                names.put(tag, group.getString(tag));
            }
        }
        return names;
    }

    private static String text(FieldMap fields, int tag) throws FieldNotFound {
        return fields.isSetField(tag) ? fields.getString(tag) : "";
    }

    private static int depth(String text) throws IncorrectTagValue {
        try {
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            throw new IncorrectTagValue(MarketDepth.FIELD, text);
        }
    }
}
