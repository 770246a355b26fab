package org.ticktoquote.pricing.dialect;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.pricing.publish.Wanted;

/**
 * What a request for prices must look like to be granted.
 *
 * @param messageType {@code V} or {@code R}; empty where nobody is to ask
 * @param updateTypes MDUpdateTypes (265) that there are
 * @param oneSide whether bids or offers may be asked for alone
 * @param mostPairs of one request
 * @param positiveNumber whether its name must be one
 * @param once whether a session may ask only once
 * @param fields that it must have, or must not have
 */
record RequestRules(
        String messageType,
        Set<Integer> updateTypes,
        boolean oneSide,
        int mostPairs,
        boolean positiveNumber,
        boolean once,
        List<FieldRule> fields) {
    private static final String BID = "0";
    private static final String ASK = "1";
    private static final int FULL_BOOK = 0;
    private static final int TOP = 1;
    private static final Pattern POSITIVE = Pattern.compile("[1-9][0-9]{0,8}");

    /** Snapshots of any pairs, both sides, full refresh. */
    static final RequestRules USUAL = new RequestRules(
            PriceRequest.MARKET_DATA_REQUEST, Set.of(0), false, Integer.MAX_VALUE, false, false, List.of());

    /** Quotes (35=S) of any pairs. */
    static final RequestRules QUOTES =
            new RequestRules(PriceRequest.QUOTE_REQUEST, Set.of(0), false, Integer.MAX_VALUE, false, false, List.of());

    /** Prices of all pairs go to everybody who is logged on. */
    static final RequestRules UNASKED =
            new RequestRules("", Set.of(0), false, Integer.MAX_VALUE, false, false, List.of());

    /** Whether prices are sent without a request. */
    boolean unasked() {
        return messageType.isEmpty();
    }

    RequestRules incremental() {
        return new RequestRules(messageType, Set.of(1), oneSide, mostPairs, positiveNumber, once, fields);
    }

    RequestRules oneSideToo() {
        return new RequestRules(messageType, updateTypes, true, mostPairs, positiveNumber, once, fields);
    }

    RequestRules onePairByNumber() {
        return new RequestRules(messageType, updateTypes, oneSide, 1, true, once, fields);
    }

    RequestRules onlyOnce() {
        return new RequestRules(messageType, updateTypes, oneSide, mostPairs, positiveNumber, true, fields);
    }

    RequestRules with(FieldRule... rules) {
        return new RequestRules(messageType, updateTypes, oneSide, mostPairs, positiveNumber, once, List.of(rules));
    }

    /** Whether messages of a type are understood at all. */
    boolean understands(String type) {
        boolean end = type.equals(PriceRequest.QUOTE_CANCEL) && messageType.equals(PriceRequest.QUOTE_REQUEST);
        return type.equals(messageType) || end;
    }

    /** What is wrong with a request, whatever pairs it names; null when nothing is. */
    @Nullable
    Refused fault(PriceRequest request) {
        String type = request.type();
        if (!Set.of(PriceRequest.SNAPSHOT, PriceRequest.SUBSCRIBE, PriceRequest.UNSUBSCRIBE)
                .contains(type)) {
            return new Refused(Refused.UNSUPPORTED_TYPE, "263=" + type + ": expected 0, 1 or 2");
        }
        if (type.equals(PriceRequest.UNSUBSCRIBE)) {
            return null;
        }
        if (request.depth() != FULL_BOOK && request.depth() != TOP) {
            return new Refused(Refused.UNSUPPORTED_DEPTH, "264: expected 1 (top of book) or 0");
        }
        if (!updateTypes.contains(request.updateType())) {
            return new Refused(
                    Refused.UNSUPPORTED_UPDATE,
                    updateTypes.contains(0)
                            ? "265: expected 0 (full refresh)"
                            : "265: expected 1 (incremental refresh)");
        }
        return entriesOrName(request);
    }

    private @Nullable Refused entriesOrName(PriceRequest request) {
        Set<String> asked = Set.copyOf(request.entryTypes());
        boolean known = !asked.isEmpty() && Set.of(BID, ASK).containsAll(asked);
        if (!known || !oneSide && asked.size() == 1) {
            return new Refused(
                    Refused.UNSUPPORTED_ENTRY,
                    oneSide ? "269: expected 0 (bid), 1 (offer) or both" : "269: expected 0 (bid) and 1 (offer)");
        }
        if (positiveNumber && !POSITIVE.matcher(request.id()).matches()) {
            return new Refused(Refused.NO_REASON, "262=" + request.id() + ": expected a positive integer");
        }
        for (FieldRule rule : fields) {
            Refused refused = rule.broken(request);
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    /** What is wrong with the pairs that a request names; null when nothing is. */
    @Nullable
    Refused fault(List<String> keys, int tag) {
        if (keys.isEmpty() || keys.contains("")) {
            return new Refused(Refused.UNKNOWN_SYMBOL, "146: expected one or more " + tag);
        }
        return keys.size() > mostPairs
                ? new Refused(Refused.NO_REASON, "146=" + keys.size() + ": expected " + mostPairs)
                : null;
    }

    /** What a request asks for of each pair. */
    Wanted wanted(PriceRequest request) {
        List<String> asked = request.entryTypes();
        return new Wanted(request.depth() == FULL_BOOK, asked.contains(BID), asked.contains(ASK));
    }
}
