package org.ticktoquote.pricing.dialect;

import static org.ticktoquote.pricing.dialect.RequestRules.FieldRule.absent;
import static org.ticktoquote.pricing.dialect.RequestRules.FieldRule.is;
import static org.ticktoquote.pricing.dialect.RequestRules.FieldRule.present;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.marketdata.RequestReject;
import org.ticktoquote.fix.marketdata.RequestedBook;
import org.ticktoquote.pricing.dialect.PriceForms.Look;
import org.ticktoquote.pricing.dialect.RequestRules.Option;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.field.ApplVerID;
import quickfix.field.MDEntryID;
import quickfix.field.MDReqID;
import quickfix.field.QuoteReqID;

/**
 * How an application talks with its clients: which requests it grants, how it rejects the others, and what its prices look
 * like. Immutable; the document {@code docs/pricing-app.md} has a table of them.
 *
 * @param version the version of FIX that it is spoken in, unless the user wants another one
 * @param prices messages that prices are
 * @param look of snapshots
 * @param goesOn whether a logon leaves the sequence numbers as they are, unless the client resets them
 */
public record Dialect(
        String name,
        FixVersion version,
        Naming naming,
        RequestRules rules,
        RequestReject.Form reject,
        Prices prices,
        Look look,
        boolean goesOn) {
    /** The one that clients speak without a session template. */
    public static final Dialect PLAIN = snapshots("plain", Naming.SYMBOL, RequestRules.USUAL, Look.PLAIN);

    private static final List<Dialect> ALL = List.of(
            PLAIN,
            snapshots(
                    "lmax-like",
                    Naming.SECURITY_ID,
                    RequestRules.requiring(is(22, "8"), absent(55)),
                    new Look("", "", true, Side.LEVELS)),
            snapshots("xtx-like", Naming.SYMBOL, RequestRules.USUAL, Look.ofEntry("106=1|")),
            new Dialect(
                    "ctrader-like",
                    FixVersion.FIX_44,
                    Naming.NUMBER,
                    RequestRules.of(Option.INCREMENTAL),
                    RequestReject.Form.BUSINESS,
                    Prices.BOOKS,
                    new Look("", "", false, Side.LEVELS),
                    false),
            new Dialect(
                    "integral-like",
                    FixVersion.FIX_43,
                    Naming.SYMBOL,
                    RequestRules.USUAL,
                    RequestReject.Form.MARKET_DATA,
                    Prices.SNAPSHOTS,
                    Look.ofEntry("15={base}|"),
                    false),
            snapshots(
                    "saxo-like",
                    Naming.SYMBOL,
                    RequestRules.of(Option.ONE_PAIR_BY_NUMBER, is(167, "FOR")),
                    Look.ofBody("167=FOR|")),
            snapshots(
                    "ebs-like",
                    Naming.SYMBOL,
                    RequestRules.of(Option.ONE_SIDE, present(1300), present(1021), present(167)),
                    Look.ofBody("1021=1|461=RCSXXX|63=0|")),
            snapshots("cboe-like", Naming.SYMBOL, RequestRules.of(Option.ONCE), new Look("", "", false, Side.LEVELS)),
            quotes("quotes", RequestRules.QUOTES, RequestReject.Form.QUOTES, Prices.QUOTES),
            quotes("mass-quotes", RequestRules.USUAL, RequestReject.Form.MARKET_DATA, Prices.MASS_QUOTES),
            quotes("hub-like", RequestRules.UNASKED, RequestReject.Form.MARKET_DATA, Prices.UNASKED_QUOTES),
            new Dialect(
                    "fixt",
                    FixVersion.FIX_50_SP1,
                    Naming.SYMBOL,
                    RequestRules.USUAL,
                    RequestReject.Form.MARKET_DATA,
                    Prices.SNAPSHOTS,
                    Look.PLAIN,
                    true));

    /** Messages that prices are. */
    enum Prices {
        /** 35=W. */
        SNAPSHOTS,
        /** 35=W, then 35=X. */
        BOOKS,
        /** 35=S. */
        QUOTES,
        /** 35=S that do not name a request. */
        UNASKED_QUOTES,
        /** 35=i. */
        MASS_QUOTES
    }

    private static Dialect snapshots(String name, Naming naming, RequestRules rules, Look look) {
        return new Dialect(
                name, FixVersion.FIX_44, naming, rules, RequestReject.Form.MARKET_DATA, Prices.SNAPSHOTS, look, false);
    }

    private static Dialect quotes(String name, RequestRules rules, RequestReject.Form reject, Prices prices) {
        return new Dialect(name, FixVersion.FIX_44, Naming.SYMBOL, rules, reject, prices, Look.PLAIN, false);
    }

    /** Null when there is no such dialect. */
    public static @Nullable Dialect of(String name) {
        return ALL.stream()
                .filter(dialect -> dialect.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Of all dialects. */
    public static List<String> names() {
        return ALL.stream().map(Dialect::name).toList();
    }

    /** Whether a tag is a key of something else than a tick. */
    public boolean takes(int tag) {
        return prices == Prices.BOOKS && tag == MDEntryID.FIELD;
    }

    /** Whether a message is a request for prices, or the end of one. */
    public boolean understands(String messageType) {
        return rules.understands(messageType);
    }

    /** The pairs that a request names, in their order. */
    public List<String> pairs(MarketDataRequest request) {
        return request.values(naming.tag());
    }

    /** The pair that a request names so; null when there is none, or not yet. */
    public @Nullable Instrument find(InstrumentDirectory instruments, String key) {
        return naming.find(instruments, key);
    }

    /** Why a request is rejected; null for a sound one. */
    public @Nullable RequestReject fault(MarketDataRequest request) {
        RequestReject fault = rules.fault(request);
        boolean ends = request.type().equals(MarketDataRequest.UNSUBSCRIBE);
        return fault != null || ends ? fault : rules.fault(pairs(request), naming.tag());
    }

    /** Whether prices of all pairs are sent without a request. */
    public boolean unasked() {
        return prices == Prices.UNASKED_QUOTES;
    }

    /** Whether a session may ask only once. */
    public boolean once() {
        return rules.has(Option.ONCE);
    }

    /** What a request asks for of each pair. */
    public RequestedBook book(MarketDataRequest request) {
        return request.book(request.depth(MarketDataRequest.TOP_OF_BOOK) != MarketDataRequest.FULL_BOOK);
    }

    /** The message that rejects a request. */
    public Message refusal(FixVersion spoken, String requestId, RequestReject why) {
        return why.message(reject, spoken, requestId);
    }

    /**
     * What makes the encoder of each session of an application; what the encoders share is made once.
     *
     * @param echoTag tag that carries the tick's id; 0 for none
     */
    public Function<SessionID, PriceEncoder> encoders(FixVersion spoken, int echoTag) {
        String header = goesOn && spoken.overFixt() ? ApplVerID.FIELD + "=" + spoken.applicationVersion() + "|" : "";
        TierPrice.Form snapshot = new PriceForms.Snapshot(naming, look, prices == Prices.BOOKS, echoTag);
        TierPrice.Form quote = new PriceForms.Quote(prices == Prices.MASS_QUOTES, echoTag);
        BookEncoder.Forms books = BookEncoder.Forms.of(naming, snapshot, echoTag);
        return session -> switch (prices) {
            case SNAPSHOTS -> new PriceEncoder(session, header, "W", MDReqID.FIELD, snapshot);
            case BOOKS -> new BookEncoder(session, header, books);
            case QUOTES -> new PriceEncoder(session, header, "S", QuoteReqID.FIELD, quote);
            case UNASKED_QUOTES -> new PriceEncoder(session, header, "S", PriceEncoder.NO_TAG, quote);
            case MASS_QUOTES -> new PriceEncoder(session, header, "i", QuoteReqID.FIELD, quote);
        };
    }
}
