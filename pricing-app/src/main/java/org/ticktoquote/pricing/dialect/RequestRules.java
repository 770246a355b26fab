package org.ticktoquote.pricing.dialect;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.marketdata.RequestReject;
import quickfix.field.MsgType;

/**
 * Rules for accepting a request for prices.
 *
 * @param messageType {@code V} or {@code R}; empty if prices are sent without requests
 * @param options differences from {@link #DEFAULT}
 * @param fields required and forbidden fields
 */
record RequestRules(String messageType, Set<Option> options, List<FieldRule> fields) {
    private static final Pattern POSITIVE = Pattern.compile("[1-9][0-9]{0,8}");

    /** Accepts requests for snapshots of any pairs, with both sides and full refresh. */
    static final RequestRules DEFAULT = requiring();

    /** Accepts requests for quotes (35=S) of any pairs. */
    static final RequestRules QUOTES = new RequestRules(MsgType.QUOTE_REQUEST, Set.of(), List.of());

    /** Accepts no requests. Every logged-on session receives the prices of all pairs. */
    static final RequestRules UNSOLICITED = new RequestRules("", Set.of(), List.of());

    /** Difference from the default rules. */
    enum Option {
        /** MDUpdateType (265) is 1. */
        INCREMENTAL,
        /** A request can be for bids only or offers only. */
        ONE_SIDE,
        /** A request is for one pair, and its id is a positive number. */
        ONE_PAIR_BY_NUMBER,
        /** A session can send only one request. */
        ONCE
    }

    /**
     * Required or forbidden field of a request.
     *
     * @param value required value; null for any
     * @param required false if the field is forbidden
     */
    record FieldRule(int tag, @Nullable String value, boolean required) {
        static FieldRule present(int tag) {
            return new FieldRule(tag, null, true);
        }

        static FieldRule is(int tag, String value) {
            return new FieldRule(tag, value, true);
        }

        static FieldRule absent(int tag) {
            return new FieldRule(tag, null, false);
        }

        private boolean isMet(MarketDataRequest request) {
            return value == null
                    ? request.has(tag) == required
                    : request.values(tag).contains(value);
        }

        private String expected() {
            String present = value == null ? "a value" : value;
            return tag + ": expected " + (required ? present : "no value");
        }
    }

    static RequestRules requiring(FieldRule... fields) {
        return new RequestRules(MsgType.MARKET_DATA_REQUEST, Set.of(), List.of(fields));
    }

    static RequestRules of(Option option, FieldRule... fields) {
        return new RequestRules(MsgType.MARKET_DATA_REQUEST, Set.of(option), List.of(fields));
    }

    boolean has(Option option) {
        return options.contains(option);
    }

    /** Returns true if messages of a type are supported. */
    boolean understands(String type) {
        boolean end = type.equals(MsgType.QUOTE_CANCEL) && messageType.equals(MsgType.QUOTE_REQUEST);
        return type.equals(messageType) || end;
    }

    /** Returns the reason to reject a request, without regard to its pairs; null for a valid one. */
    @Nullable
    RequestReject fault(MarketDataRequest request) {
        String type = request.type();
        if (type.equals(MarketDataRequest.UNSUBSCRIBE)) {
            return null;
        }
        if (!Set.of(MarketDataRequest.SNAPSHOT, MarketDataRequest.SUBSCRIBE).contains(type)) {
            return new RequestReject(RequestReject.UNSUPPORTED_TYPE, "263=" + type + ": expected 0, 1 or 2");
        }
        int depth = request.depth(MarketDataRequest.TOP_OF_BOOK);
        if (depth != MarketDataRequest.FULL_BOOK && depth != MarketDataRequest.TOP_OF_BOOK) {
            return new RequestReject(RequestReject.UNSUPPORTED_DEPTH, "264: expected 1 (top of book) or 0");
        }
        boolean incremental = has(Option.INCREMENTAL);
        String expected = incremental ? MarketDataRequest.INCREMENTAL_REFRESH : MarketDataRequest.FULL_REFRESH;
        if (!request.updateType(MarketDataRequest.FULL_REFRESH).equals(expected)) {
            return new RequestReject(
                    RequestReject.UNSUPPORTED_UPDATE,
                    "265: expected " + expected + (incremental ? " (incremental refresh)" : " (full refresh)"));
        }
        return entriesOrId(request);
    }

    private @Nullable RequestReject entriesOrId(MarketDataRequest request) {
        Set<String> asked = Set.copyOf(request.entryTypes());
        boolean oneSide = has(Option.ONE_SIDE);
        boolean known = !asked.isEmpty()
                && Set.of(MarketDataRequest.BID, MarketDataRequest.OFFER).containsAll(asked);
        if (!known || !oneSide && asked.size() == 1) {
            return new RequestReject(
                    RequestReject.UNSUPPORTED_ENTRY,
                    oneSide ? "269: expected 0 (bid), 1 (offer) or both" : "269: expected 0 (bid) and 1 (offer)");
        }
        if (has(Option.ONE_PAIR_BY_NUMBER) && !POSITIVE.matcher(request.id()).matches()) {
            return new RequestReject(RequestReject.NO_REASON, request.taggedId() + ": expected a positive integer");
        }
        return fields.stream()
                .filter(rule -> !rule.isMet(request))
                .findFirst()
                .map(rule -> new RequestReject(RequestReject.NO_REASON, rule.expected()))
                .orElse(null);
    }

    /** Returns the reason to reject the pairs of a request; null for valid ones. */
    @Nullable
    RequestReject fault(List<String> keys, int tag) {
        if (keys.isEmpty() || keys.contains("")) {
            return new RequestReject(RequestReject.UNKNOWN_SYMBOL, "146: expected one or more " + tag);
        }
        return keys.size() > 1 && has(Option.ONE_PAIR_BY_NUMBER)
                ? new RequestReject(RequestReject.NO_REASON, "146=" + keys.size() + ": expected 1")
                : null;
    }
}
