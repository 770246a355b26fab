package org.ticktoquote.replayer.venue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ticktoquote.fix.message.MessageField;
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
     * @throws IncorrectTagValue when its depth is no number, or it names other than so many instruments as it says
     */
    static Request read(RequestMessage message) throws FieldNotFound, IncorrectTagValue {
        Map<Integer, String> fields = new HashMap<>();
        Set<String> types = new HashSet<>();
        for (MessageField part : message.body()) {
            fields.putIfAbsent(part.tag(), part.value());
            if (part.tag() == MDEntryType.FIELD) {
                types.add(part.value());
            }
        }
        List<Map<Integer, String>> instruments = instruments(message.body());
        String count = fields.getOrDefault(NoRelatedSym.FIELD, "0");
        if (!count.equals(Integer.toString(instruments.size()))) {
            throw new IncorrectTagValue(NoRelatedSym.FIELD, count);
        }
        return new Request(
                required(fields, MDReqID.FIELD),
                required(fields, SubscriptionRequestType.FIELD),
                depth(fields.getOrDefault(MarketDepth.FIELD, "")),
                fields.getOrDefault(MDUpdateType.FIELD, ""),
                types,
                instruments);
    }

    /**
     * Reads one whose groups QuickFIX/J has parsed by a dictionary.
     *
     * @throws FieldNotFound when it has no id or no type
     * @throws IncorrectTagValue when its depth is no number
     */
    static Request parsed(Message message) throws FieldNotFound, IncorrectTagValue {
        Set<String> types = new HashSet<>();
        for (Group entry : message.getGroups(NoMDEntryTypes.FIELD)) {
            types.add(value(entry, MDEntryType.FIELD));
        }
        List<Map<Integer, String>> instruments = new ArrayList<>();
        for (Group instrument : message.getGroups(NoRelatedSym.FIELD)) {
            Map<Integer, String> names = new HashMap<>();
            for (int tag : new int[] {Symbol.FIELD, SecurityID.FIELD}) {
                if (instrument.isSetField(tag)) {
                    names.put(tag, value(instrument, tag));
                }
            }
            instruments.add(names);
        }
        return new Request(
                message.getString(MDReqID.FIELD),
                message.getString(SubscriptionRequestType.FIELD),
                depth(value(message, MarketDepth.FIELD)),
                value(message, MDUpdateType.FIELD),
                types,
                instruments);
    }

    private static String value(FieldMap fields, int tag) throws FieldNotFound {
        return fields.isSetField(tag) ? fields.getString(tag) : "";
    }

    /** Each begins with the field that stands first behind their number. */
    private static List<Map<Integer, String>> instruments(List<MessageField> body) {
        List<Map<Integer, String>> instruments = new ArrayList<>();
        int begin = 0;
        boolean counted = false;
        for (MessageField part : body) {
            begin = counted && begin == 0 ? part.tag() : begin;
            if (part.tag() == begin) {
                instruments.add(new HashMap<>());
            }
            if (begin != 0 && (part.tag() == Symbol.FIELD || part.tag() == SecurityID.FIELD)) {
                instruments.get(instruments.size() - 1).put(part.tag(), part.value());
            }
            counted |= part.tag() == NoRelatedSym.FIELD;
        }
        return instruments;
    }

    private static String required(Map<Integer, String> fields, int tag) throws FieldNotFound {
        String value = fields.get(tag);
        if (value == null) {
            throw new FieldNotFound(tag);
        }
        return value;
    }

    private static int depth(String text) throws IncorrectTagValue {
        try {
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            throw new IncorrectTagValue(MarketDepth.FIELD, text);
        }
    }
}
