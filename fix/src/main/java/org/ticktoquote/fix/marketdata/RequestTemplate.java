package org.ticktoquote.fix.marketdata;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import quickfix.FieldMap;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MDUpdateType;
import quickfix.field.MarketDepth;
import quickfix.field.MsgType;
import quickfix.field.NoMDEntryTypes;
import quickfix.field.NoRelatedSym;
import quickfix.field.QuoteEntryID;
import quickfix.field.QuoteReqID;
import quickfix.field.SecurityID;
import quickfix.field.SecurityIDSource;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;

/**
 * Template of the messages with which a session requests prices. Messages keep the template's fields and their order.
 *
 * <p>Texts can contain the placeholders {@code {session}}, {@code {logon}}, {@code {number}} and {@code {instrument}}, in the
 * body also {@code {id}}. Texts about one pair can also contain {@code {key}}, {@code {symbol}}, {@code {base}} and
 * {@code {terms}}.
 *
 * @param type MsgType (35): {@code V} or {@code R}
 * @param id pattern of the request's id (262, 131)
 * @param body fields and groups after the header
 */
public record RequestTemplate(String type, String id, List<Part> body) {
    /** Default id pattern. */
    public static final String DEFAULT_ID = "t2q-{session}-{logon}-{instrument}";

    private static final String EXCHANGE_SYMBOL = "8";

    public RequestTemplate {
        body = List.copyOf(body);
    }

    /**
     * A field or a group of fields.
     *
     * @param value field value, null for a group
     * @param entries group entries. With {@code eachPair} a single entry, which is repeated for each pair
     * @param eachPair whether a group has one entry for each pair of the request
     */
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    public record Part(int tag, @Nullable String value, List<List<Part>> entries, boolean eachPair) {
        public Part {
            entries = List.copyOf(entries);
        }

        public static Part field(int tag, String value) {
            return new Part(tag, value, List.of(), false);
        }

        public static Part group(int tag, List<List<Part>> entries) {
            return new Part(tag, null, entries, false);
        }

        public static Part ofEachPair(int tag, List<Part> entry) {
            return new Part(tag, null, List.of(entry), true);
        }

        /** Returns all texts in the part. */
        public Stream<String> texts() {
            return value == null ? entries.stream().flatMap(List::stream).flatMap(Part::texts) : Stream.of(value);
        }
    }

    /**
     * A pair of a request.
     *
     * @param instrument its id in recording and journals
     * @param symbol pair name, such as {@code EUR/USD}
     * @param key name of the pair at the counterparty
     */
    public record Pair(int instrument, String symbol, String key) {
        /** Returns the values of the placeholders for this pair. */
        public Map<String, String> values() {
            String[] currencies = symbol.split("/", 2);
            return Map.of(
                    "key", key, "symbol", symbol, "base", currencies[0], "terms", currencies[currencies.length - 1]);
        }
    }

    /**
     * Returns the default body. A market data request subscribes to bids and offers at the top of book with full refreshes. A
     * quote request lists only the pairs.
     */
    public static List<Part> defaultBody(String type, int symbolTag) {
        Part pairs = Part.ofEachPair(NoRelatedSym.FIELD, pair(symbolTag));
        return type.equals(MsgType.QUOTE_REQUEST)
                ? List.of(Part.field(QuoteReqID.FIELD, "{id}"), pairs)
                : marketData("{id}", MarketDataRequest.TOP_OF_BOOK, MarketDataRequest.FULL_REFRESH, pairs);
    }

    /** Returns whether the messages request only the top of book (264=1). */
    public boolean topOnly() {
        return body.contains(Part.field(MarketDepth.FIELD, Integer.toString(MarketDataRequest.TOP_OF_BOOK)));
    }

    /** Creates one subscription to bids and offers of all pairs, by Symbol (55). */
    public static RequestTemplate subscription(String id, int depth, String updateType) {
        Part pairs = Part.ofEachPair(NoRelatedSym.FIELD, pair(Symbol.FIELD));
        return new RequestTemplate(MsgType.MARKET_DATA_REQUEST, id, marketData(id, depth, updateType, pairs));
    }

    private static List<Part> marketData(String id, int depth, String updateType, Part pairs) {
        return List.of(
                Part.field(MDReqID.FIELD, id),
                Part.field(SubscriptionRequestType.FIELD, MarketDataRequest.SUBSCRIBE),
                Part.field(MarketDepth.FIELD, Integer.toString(depth)),
                Part.field(MDUpdateType.FIELD, updateType),
                Part.group(
                        NoMDEntryTypes.FIELD,
                        Stream.of(MarketDataRequest.BID, MarketDataRequest.OFFER)
                                .map(side -> List.of(Part.field(MDEntryType.FIELD, side)))
                                .toList()),
                pairs);
    }

    /** Returns the fields of a pair. Includes Symbol (55) with a SecurityID (48), because FIX 4.2 to 4.4 require it. */
    private static List<Part> pair(int symbolTag) {
        return switch (symbolTag) {
            case SecurityID.FIELD ->
                List.of(
                        Part.field(Symbol.FIELD, "{symbol}"),
                        Part.field(SecurityID.FIELD, "{key}"),
                        Part.field(SecurityIDSource.FIELD, EXCHANGE_SYMBOL));
            case QuoteEntryID.FIELD -> List.of(Part.field(Symbol.FIELD, "{symbol}"));
            default -> List.of(Part.field(Symbol.FIELD, "{key}"));
        };
    }

    /** Returns the template with 263=2, which ends the subscription. */
    public RequestTemplate unsubscription() {
        return new RequestTemplate(
                type,
                id,
                body.stream()
                        .map(part -> part.tag == SubscriptionRequestType.FIELD
                                ? Part.field(part.tag, MarketDataRequest.UNSUBSCRIBE)
                                : part)
                        .toList());
    }

    /** Returns whether requests of this template can be ended with 263=2. */
    public boolean canUnsubscribe() {
        return body.stream().anyMatch(part -> part.tag == SubscriptionRequestType.FIELD);
    }

    /** Fills in the placeholders of a text. */
    public static String fillPlaceholders(String text, Map<String, String> values) {
        if (text.indexOf('{') < 0) {
            return text;
        }
        String filled = text;
        for (Map.Entry<String, String> each : values.entrySet()) {
            filled = filled.replace("{" + each.getKey() + "}", each.getValue());
        }
        return filled;
    }

    /** Returns a request for pairs as a QuickFIX/J message. {@code values} has all placeholders except a pair's own. */
    public Message message(Map<String, String> values, List<Pair> pairs) {
        Message message = new Ordered(body);
        message.getHeader().setString(MsgType.FIELD, type);
        body.forEach(part -> add(message, part, values, pairs));
        return message;
    }

    private static final class Ordered extends Message {
        private static final long serialVersionUID = 1L;

        Ordered(List<Part> parts) {
            super(order(parts));
        }
    }

    private static int[] order(List<Part> parts) {
        return parts.stream().mapToInt(Part::tag).toArray();
    }

    private static void add(FieldMap to, Part part, Map<String, String> values, List<Pair> pairs) {
        if (part.value() != null) {
            to.setString(part.tag(), fillPlaceholders(part.value(), values));
        } else if (part.eachPair()) {
            for (Pair pair : pairs) {
                Map<String, String> own = new HashMap<>(values);
                own.putAll(pair.values());
                to.addGroup(group(part.tag(), part.entries().get(0), own, pairs));
            }
        } else {
            part.entries().forEach(entry -> to.addGroup(group(part.tag(), entry, values, pairs)));
        }
    }

    private static Group group(int tag, List<Part> entry, Map<String, String> values, List<Pair> pairs) {
        int[] order = order(entry);
        Group group = new Group(tag, order.length == 0 ? tag : order[0], order);
        entry.forEach(part -> add(group, part, values, pairs));
        return group;
    }
}
