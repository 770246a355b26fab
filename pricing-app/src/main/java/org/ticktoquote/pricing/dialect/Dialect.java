package org.ticktoquote.pricing.dialect;

import static org.ticktoquote.pricing.dialect.Dialect.RequestRules.FieldRule.absent;
import static org.ticktoquote.pricing.dialect.Dialect.RequestRules.FieldRule.is;
import static org.ticktoquote.pricing.dialect.Dialect.RequestRules.FieldRule.present;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.fix.marketdata.RequestReject;
import org.ticktoquote.fix.message.MessagePart;
import org.ticktoquote.pricing.dialect.Dialect.RequestRules.Option;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.field.ApplVerID;
import quickfix.field.MDEntryID;
import quickfix.field.MDReqID;
import quickfix.field.MsgType;
import quickfix.field.QuoteEntryID;
import quickfix.field.QuoteID;
import quickfix.field.QuoteReqID;

/**
 * Dialect of an application. Determines which requests it accepts, how it rejects others, and the format of its prices.
 * Immutable. {@code docs/fix-clients.md} has a table of dialects.
 *
 * @param version default FIX version
 * @param prices message type of prices
 * @param snapshotFormat format of snapshots
 * @param continuesSequence true if sequence numbers continue after a logon, unless the client resets them
 */
public record Dialect(
        String name,
        FixVersion version,
        Naming naming,
        RequestRules rules,
        RequestReject.Form reject,
        Prices prices,
        SnapshotFormat snapshotFormat,
        boolean continuesSequence) {
    /** Dialect of clients without a session template. */
    public static final Dialect PLAIN = snapshots("plain", Naming.SYMBOL, RequestRules.DEFAULT, SnapshotFormat.PLAIN);

    private static final List<Dialect> ALL = List.of(
            PLAIN,
            snapshots(
                    "lmax-like",
                    Naming.SECURITY_ID,
                    RequestRules.requiring(is(22, "8"), absent(55)),
                    new SnapshotFormat("", "", true, Side.LEVELS)),
            snapshots("xtx-like", Naming.SYMBOL, RequestRules.DEFAULT, SnapshotFormat.ofEntry("106=1|")),
            new Dialect(
                    "ctrader-like",
                    FixVersion.FIX_44,
                    Naming.NUMBER,
                    RequestRules.of(Option.INCREMENTAL),
                    RequestReject.Form.BUSINESS,
                    Prices.BOOKS,
                    new SnapshotFormat("", "", false, Side.LEVELS),
                    false),
            new Dialect(
                    "integral-like",
                    FixVersion.FIX_43,
                    Naming.SYMBOL,
                    RequestRules.DEFAULT,
                    RequestReject.Form.MARKET_DATA,
                    Prices.SNAPSHOTS,
                    SnapshotFormat.ofEntry("15={base}|"),
                    false),
            snapshots(
                    "saxo-like",
                    Naming.SYMBOL,
                    RequestRules.of(Option.ONE_PAIR_BY_NUMBER, is(167, "FOR")),
                    SnapshotFormat.ofBody("167=FOR|")),
            snapshots(
                    "ebs-like",
                    Naming.SYMBOL,
                    RequestRules.of(Option.ONE_SIDE, present(1300), present(1021), present(167)),
                    SnapshotFormat.ofBody("1021=1|461=RCSXXX|63=0|")),
            snapshots(
                    "cboe-like",
                    Naming.SYMBOL,
                    RequestRules.of(Option.ONCE),
                    new SnapshotFormat("", "", false, Side.LEVELS)),
            quotes("quotes", RequestRules.QUOTES, RequestReject.Form.QUOTES, Prices.QUOTES),
            quotes("mass-quotes", RequestRules.DEFAULT, RequestReject.Form.MARKET_DATA, Prices.MASS_QUOTES),
            quotes("hub-like", RequestRules.UNSOLICITED, RequestReject.Form.MARKET_DATA, Prices.UNSOLICITED_QUOTES),
            new Dialect(
                    "fixt",
                    FixVersion.FIX_50_SP1,
                    Naming.SYMBOL,
                    RequestRules.DEFAULT,
                    RequestReject.Form.MARKET_DATA,
                    Prices.SNAPSHOTS,
                    SnapshotFormat.PLAIN,
                    true));

    /** Message types of prices. */
    enum Prices {
        /** 35=W. */
        SNAPSHOTS,
        /** 35=W, then 35=X. */
        BOOKS,
        /** 35=S. */
        QUOTES,
        /** 35=S without a request's id. */
        UNSOLICITED_QUOTES,
        /** 35=i. */
        MASS_QUOTES
    }

    private static Dialect snapshots(String name, Naming naming, RequestRules rules, SnapshotFormat look) {
        return new Dialect(
                name, FixVersion.FIX_44, naming, rules, RequestReject.Form.MARKET_DATA, Prices.SNAPSHOTS, look, false);
    }

    private static Dialect quotes(String name, RequestRules rules, RequestReject.Form reject, Prices prices) {
        return new Dialect(name, FixVersion.FIX_44, Naming.SYMBOL, rules, reject, prices, SnapshotFormat.PLAIN, false);
    }

    /** Returns a dialect by name; null if there is none. */
    public static @Nullable Dialect of(String name) {
        return ALL.stream()
                .filter(dialect -> dialect.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    public static List<String> names() {
        return ALL.stream().map(Dialect::name).toList();
    }

    /** Returns true if the dialect uses a tag for something other than the tick id. */
    public boolean isTagInUse(int tag) {
        return prices == Prices.BOOKS && tag == MDEntryID.FIELD;
    }

    /** Returns true for a request for prices, or its cancellation. */
    public boolean understands(String messageType) {
        return rules.understands(messageType);
    }

    /** Returns the pairs in a request, in order. */
    public List<String> pairs(MarketDataRequest request) {
        return request.values(naming.tag());
    }

    /** Returns the pair with a name; null if it is unknown or not yet defined. */
    public @Nullable Instrument find(InstrumentDirectory instruments, String key) {
        return naming.find(instruments, key);
    }

    /** Returns the reason to reject a request; null for a valid one. */
    public @Nullable RequestReject fault(MarketDataRequest request) {
        RequestReject fault = rules.fault(request);
        boolean ends = request.type().equals(MarketDataRequest.UNSUBSCRIBE);
        return fault != null || ends ? fault : rules.fault(pairs(request), naming.tag());
    }

    /** Returns true if prices of all pairs are sent without a request. */
    public boolean isUnsolicited() {
        return prices == Prices.UNSOLICITED_QUOTES;
    }

    /** Returns true if a session can send only one request. */
    public boolean once() {
        return rules.has(Option.ONCE);
    }

    /** Returns the depth and sides that a request subscribes to. */
    public RequestedBook book(MarketDataRequest request) {
        return request.book(request.depth(MarketDataRequest.TOP_OF_BOOK) != MarketDataRequest.FULL_BOOK);
    }

    /** Returns the message that rejects a request. */
    public Message refusal(FixVersion spoken, String requestId, RequestReject why) {
        return why.message(reject, spoken, requestId);
    }

    /**
     * Returns a factory that creates the encoder of each session. The encoders share their price formats.
     *
     * @param echoTag tag of the tick's id; 0 for none
     */
    public Function<SessionID, PriceEncoder> encoders(FixVersion spoken, int echoTag) {
        String header =
                continuesSequence && spoken.overFixt() ? ApplVerID.FIELD + "=" + spoken.applicationVersion() + "|" : "";
        TierPrice.PriceFormat snapshot = new Snapshot(naming, snapshotFormat, prices == Prices.BOOKS, echoTag);
        TierPrice.PriceFormat quote = (price, book) -> quote(price, prices == Prices.MASS_QUOTES, echoTag);
        BookEncoder.Forms books = BookEncoder.Forms.of(naming, snapshot, echoTag);
        return session -> switch (prices) {
            case SNAPSHOTS -> new PriceEncoder(session, header, "W", MDReqID.FIELD, snapshot);
            case BOOKS -> new BookEncoder(session, header, books);
            case QUOTES -> new PriceEncoder(session, header, "S", QuoteReqID.FIELD, quote);
            case UNSOLICITED_QUOTES -> new PriceEncoder(session, header, "S", PriceEncoder.NO_TAG, quote);
            case MASS_QUOTES -> new PriceEncoder(session, header, "i", QuoteReqID.FIELD, quote);
        };
    }

    /**
     * Format of a snapshot (35=W), which contains the pair and the requested entries.
     *
     * @param body fields after the pair's name, each with its separator
     * @param entry fields at the end of every entry; {@code {base}} is the base currency. If not empty, a tick id in 299 is
     *     in every entry, not only the first
     * @param timed true if the first entry has date and time (272, 273)
     * @param levels number of levels per side, for requests of all levels
     */
    record SnapshotFormat(String body, String entry, boolean timed, int levels) {
        /** Best bid and best ask with their sizes, for any requested depth. */
        static final SnapshotFormat PLAIN = new SnapshotFormat("", "", false, 1);

        static SnapshotFormat ofEntry(String fields) {
            return new SnapshotFormat("", fields, false, 1);
        }

        static SnapshotFormat ofBody(String fields) {
            return new SnapshotFormat(fields, "", false, 1);
        }
    }

    /**
     * Encodes snapshots.
     *
     * @param keyed true if full-book entries have keys (278) and top-of-book entries have no sizes
     * @param echoTag tag of the tick's id: 278 and 299 are in an entry, other tags in the body; 0 for none
     */
    record Snapshot(Naming naming, SnapshotFormat format, boolean keyed, int echoTag) implements TierPrice.PriceFormat {
        private static final DateTimeFormatter DATE_AND_TIME = DateTimeFormatter.ofPattern(
                        "'272='yyyyMMdd'|273='HH:mm:ss.SSS'|'")
                .withZone(ZoneOffset.UTC);

        @Override
        public MessagePart encode(TierPrice price, RequestedBook book) {
            StringBuilder text = new StringBuilder(160);
            text.append(naming.fields(price.priced().instrument())).append(format.body());
            if (echoTag != MDEntryID.FIELD && echoTag != QuoteEntryID.FIELD) {
                echo(text, price, echoTag);
            }
            int levels = book.topOnly() ? 1 : format.levels();
            int sides = (book.bids() ? 1 : 0) + (book.offers() ? 1 : 0);
            text.append("268=").append(sides * levels).append('|');
            if (book.bids()) {
                side(text, price, Side.BID, true, book.topOnly());
            }
            if (book.offers()) {
                side(text, price, Side.ASK, !book.bids(), book.topOnly());
            }
            return MessagePart.of(text.toString());
        }

        private void side(StringBuilder text, TierPrice price, Side side, boolean first, boolean topOnly) {
            int levels = topOnly ? 1 : format.levels();
            for (int i = 0; i < levels; i++) {
                // with several levels, the best one is not first
                entry(text, price, side, (i + levels - 1) % levels, first && i == 0, topOnly);
            }
        }

        private void entry(StringBuilder text, TierPrice price, Side side, int level, boolean first, boolean topOnly) {
            text.append("269=").append(side.entryType()).append('|');
            // within an entry, MDEntryID (278) precedes the price and QuoteEntryID (299) follows it
            if (keyed && !topOnly) {
                text.append("278=")
                        .append(Side.number(price))
                        .append(side.keyDigit(level))
                        .append('|');
            } else if (first && echoTag == MDEntryID.FIELD) {
                echo(text, price, echoTag);
            }
            side.level(text, price, level, !keyed || !topOnly);
            if (first && format.timed()) {
                DATE_AND_TIME.formatTo(Instant.now(), text);
            }
            if ((first || !format.entry().isEmpty()) && echoTag == QuoteEntryID.FIELD) {
                echo(text, price, echoTag);
            }
            String symbol = price.priced().instrument().symbol();
            text.append(format.entry().replace("{base}", symbol.substring(0, Math.max(0, symbol.indexOf('/')))));
        }
    }

    /**
     * Encodes a quote (35=S), or a mass quote (35=i) with one set and one entry. Its id is the tick's id.
     *
     * @param echoTag tag of the tick's id in addition to 117 and 299; 0 for none
     */
    private static MessagePart quote(TierPrice price, boolean mass, int echoTag) {
        long id = Side.number(price);
        StringBuilder text = new StringBuilder(160);
        text.append("117=").append(id).append('|');
        if (echoTag != QuoteID.FIELD && !(mass && echoTag == QuoteEntryID.FIELD)) {
            echo(text, price, echoTag);
        }
        if (mass) {
            text.append("296=1|302=1|304=1|295=1|299=").append(id).append('|');
        }
        text.append("55=").append(price.priced().instrument().symbol()).append('|');
        text.append("132=").append(Price.format(price.bid())).append("|133=").append(Price.format(price.ask()));
        text.append('|');
        size(text, 134, price.priced().bidQuantity());
        size(text, 135, price.priced().askQuantity());
        return MessagePart.of(text.toString());
    }

    private static void size(StringBuilder text, int tag, long quantity) {
        if (quantity > 0) { // 0 would withdraw the price
            text.append(tag).append('=').append(quantity).append('|');
        }
    }

    private static void echo(StringBuilder text, TierPrice price, int tag) {
        if (tag != 0 && price.priced().tick().identified()) {
            text.append(tag).append('=').append(price.priced().tick().tickId()).append('|');
        }
    }

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
            if (has(Option.ONE_PAIR_BY_NUMBER)
                    && !POSITIVE.matcher(request.id()).matches()) {
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
}
