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
import org.ticktoquote.pricing.dialect.PriceFormats.SnapshotFormat;
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
        TierPrice.PriceFormat snapshot =
                new PriceFormats.Snapshot(naming, snapshotFormat, prices == Prices.BOOKS, echoTag);
        TierPrice.PriceFormat quote = (price, book) -> PriceFormats.quote(price, prices == Prices.MASS_QUOTES, echoTag);
        BookEncoder.Forms books = BookEncoder.Forms.of(naming, snapshot, echoTag);
        return session -> switch (prices) {
            case SNAPSHOTS -> new PriceEncoder(session, header, "W", MDReqID.FIELD, snapshot);
            case BOOKS -> new BookEncoder(session, header, books);
            case QUOTES -> new PriceEncoder(session, header, "S", QuoteReqID.FIELD, quote);
            case UNSOLICITED_QUOTES -> new PriceEncoder(session, header, "S", PriceEncoder.NO_TAG, quote);
            case MASS_QUOTES -> new PriceEncoder(session, header, "i", QuoteReqID.FIELD, quote);
        };
    }
}
