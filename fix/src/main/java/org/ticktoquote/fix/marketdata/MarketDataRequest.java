package org.ticktoquote.fix.marketdata;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.ticktoquote.fix.message.GroupedFields;
import org.ticktoquote.fix.message.MessageField;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.field.BodyLength;
import quickfix.field.CheckSum;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MDUpdateType;
import quickfix.field.MarketDepth;
import quickfix.field.MsgType;
import quickfix.field.NoRelatedSym;
import quickfix.field.QuoteReqID;
import quickfix.field.SecurityID;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;

/**
 * A request for prices (35=V or 35=R) or its cancellation (35=Z), parsed but not validated. Only {@link #instruments} splits
 * groups into entries.
 *
 * @param fields header, body and group fields, in order
 */
public record MarketDataRequest(List<MessageField> fields) {
    public static final String SNAPSHOT = "0";
    public static final String SUBSCRIBE = "1";
    public static final String UNSUBSCRIBE = "2";
    public static final String FULL_REFRESH = "0";
    public static final String INCREMENTAL_REFRESH = "1";
    public static final String BID = "0";
    public static final String OFFER = "1";
    /** MarketDepth (264) for all levels. */
    public static final int FULL_BOOK = 0;

    public static final int TOP_OF_BOOK = 1;

    private static final int INVALID = -1;

    public MarketDataRequest {
        fields = List.copyOf(fields);
    }

    /**
     * Reads the text of a message.
     *
     * @throws FieldNotFound if it has no id, so that only a session-level reject can answer it
     */
    public static MarketDataRequest read(String text) throws FieldNotFound {
        MarketDataRequest request = new MarketDataRequest(MessageField.of(text).stream()
                .filter(field -> field.tag() != CheckSum.FIELD)
                .toList());
        if (!request.has(request.idTag())) {
            throw new FieldNotFound(request.idTag());
        }
        return request;
    }

    /**
     * Checks for errors that require a session-level reject.
     *
     * @throws FieldNotFound without SubscriptionRequestType (263)
     * @throws IncorrectTagValue if 264 is not a number, or 146 is not the number of instruments
     */
    public MarketDataRequest validated() throws FieldNotFound, IncorrectTagValue {
        if (!has(SubscriptionRequestType.FIELD)) {
            throw new FieldNotFound(SubscriptionRequestType.FIELD);
        }
        String depth = value(MarketDepth.FIELD, "");
        if (!depth.isEmpty() && number(depth).isEmpty()) {
            throw new IncorrectTagValue(MarketDepth.FIELD, depth);
        }
        String count = value(NoRelatedSym.FIELD, "0");
        if (!count.equals(Integer.toString(instruments().size()))) {
            throw new IncorrectTagValue(NoRelatedSym.FIELD, count);
        }
        return this;
    }

    public boolean has(int tag) {
        return fields.stream().anyMatch(field -> field.tag() == tag);
    }

    /** Returns all values of a field that can be in a group, in order. */
    public List<String> values(int tag) {
        return fields.stream()
                .filter(field -> field.tag() == tag)
                .map(MessageField::value)
                .toList();
    }

    private String value(int tag, String absent) {
        return values(tag).stream().findFirst().orElse(absent);
    }

    public String messageType() {
        return value(MsgType.FIELD, "");
    }

    private int idTag() {
        return messageType().equals(MsgType.MARKET_DATA_REQUEST) ? MDReqID.FIELD : QuoteReqID.FIELD;
    }

    /** Returns the MDReqID (262) or QuoteReqID (131). */
    public String id() {
        return value(idTag(), "");
    }

    /** Returns the id with its tag, for messages. */
    public String taggedId() {
        return idTag() + "=" + id();
    }

    /** Returns the SubscriptionRequestType (263). A quote request without it subscribes, a quote cancel unsubscribes. */
    public String type() {
        return switch (messageType()) {
            case MsgType.QUOTE_CANCEL -> UNSUBSCRIBE;
            case MsgType.QUOTE_REQUEST -> value(SubscriptionRequestType.FIELD, SUBSCRIBE);
            default -> value(SubscriptionRequestType.FIELD, "");
        };
    }

    /** Returns the MarketDepth (264), negative if it is not a number. */
    public int depth(int absent) {
        String text = value(MarketDepth.FIELD, "");
        return text.isEmpty() ? absent : number(text).orElse(INVALID);
    }

    private static OptionalInt number(String text) {
        try {
            return OptionalInt.of(Integer.parseInt(text));
        } catch (NumberFormatException notANumber) {
            return OptionalInt.empty();
        }
    }

    public String updateType(String absent) {
        return value(MDUpdateType.FIELD, absent);
    }

    /** Returns the requested MDEntryTypes (269). A quote request asks for both sides. */
    public List<String> entryTypes() {
        return messageType().equals(MsgType.QUOTE_REQUEST) ? List.of(BID, OFFER) : values(MDEntryType.FIELD);
    }

    /** Returns the part of the book that is requested for each instrument. */
    public RequestedBook book(boolean topOnly) {
        List<String> types = entryTypes();
        return new RequestedBook(topOnly, types.contains(BID), types.contains(OFFER));
    }

    /** Returns Symbol (55) and SecurityID (48) of each instrument (146), as far as present, in order. */
    public List<Map<Integer, String>> instruments() {
        List<Map<Integer, String>> entries =
                GroupedFields.of(fields, NoRelatedSym.FIELD).entries();
        entries.forEach(entry -> entry.keySet().retainAll(Set.of(Symbol.FIELD, SecurityID.FIELD)));
        return entries;
    }

    /**
     * Part of a book that a request asks for.
     *
     * @param topOnly the best level only
     */
    public record RequestedBook(boolean topOnly, boolean bids, boolean offers) {
        /** Best bid and best offer. */
        public static final RequestedBook TOP = new RequestedBook(true, true, true);
    }

    /**
     * A Market Data Request of which QuickFIX/J reads only the header. Instrument groups start with 55 at some venues and
     * with 48 at others, but a dictionary allows only one first tag.
     */
    public static final class HeaderOnly extends Message {
        private static final long serialVersionUID = 1L;
        private static final Set<Integer> HEADER = Set.of(
                8, 34, 35, 43, 49, 50, 52, 56, 57, 97, 115, 116, 122, 128, 129, 142, 143, 144, 145, 369, 1128, 1129);
        private static final int TYPE_AT = 2;

        private final String text;

        private HeaderOnly(String text) {
            this.text = text;
        }

        /** Returns whether a message is a Market Data Request. */
        public static boolean isOne(String text) {
            return MsgType.MARKET_DATA_REQUEST.equals(MessageUtils.getStringField(text, MsgType.FIELD));
        }

        /**
         * Reads a message whose CheckSum (10) was verified.
         *
         * @throws InvalidMessage if a part of it is not a field, or MsgType (35) is not the third
         */
        public static HeaderOnly of(String text) throws InvalidMessage {
            HeaderOnly message = new HeaderOnly(text);
            List<MessageField> fields = MessageField.of(text);
            if (fields.get(TYPE_AT).tag() != MsgType.FIELD) {
                throw new InvalidMessage("MsgType (35) is not the third field");
            }
            boolean header = true;
            for (MessageField field : fields) {
                int tag = field.tag();
                if (tag == 0 || field.value().isEmpty()) {
                    throw new InvalidMessage("a field without a tag or a value");
                }
                header &= HEADER.contains(tag) || tag == BodyLength.FIELD;
                if (header && tag != BodyLength.FIELD && !message.getHeader().isSetField(tag)) {
                    message.getHeader().setString(tag, field.value());
                }
            }
            return message;
        }

        @Override
        public String toRawString() {
            return text;
        }
    }
}
