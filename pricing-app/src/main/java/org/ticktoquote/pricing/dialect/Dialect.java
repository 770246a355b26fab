package org.ticktoquote.pricing.dialect;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.publish.Wanted;
import quickfix.Message;
import quickfix.SessionID;
import quickfix.field.MDEntryID;

/**
 * How an application talks with its clients: which requests it grants, how it refuses the others, and what its prices look
 * like. Immutable; the document {@code docs/pricing-app.md} has a table of them.
 */
public final class Dialect {
    /** The one that clients speak without a session template. */
    public static final Dialect PLAIN = new Dialect("plain", FixVersion.FIX_44, Naming.SYMBOL);

    private static final List<Dialect> ALL = List.of(
            PLAIN,
            new Dialect("lmax-like", FixVersion.FIX_44, Naming.SECURITY_ID)
                    .asking(RequestRules.USUAL.with(FieldRule.is(22, "8"), FieldRule.absent(55)))
                    .sending(PriceMessages.snapshots(SnapshotLook.PLAIN
                            .named(Naming.SECURITY_ID)
                            .withTime()
                            .withLevels(Side.LEVELS))),
            new Dialect("xtx-like", FixVersion.FIX_44, Naming.SYMBOL)
                    .sending(PriceMessages.snapshots(SnapshotLook.PLAIN.withEntry("106=1|"))),
            new Dialect("ctrader-like", FixVersion.FIX_44, Naming.NUMBER)
                    .asking(RequestRules.USUAL.incremental())
                    .refusing(RefusalMessage.OF_BUSINESS)
                    .sending(BookChanges.by(Naming.NUMBER)),
            new Dialect("integral-like", FixVersion.FIX_43, Naming.SYMBOL)
                    .sending(PriceMessages.snapshots(SnapshotLook.PLAIN.withEntry("15={base}|"))),
            new Dialect("saxo-like", FixVersion.FIX_44, Naming.SYMBOL)
                    .asking(RequestRules.USUAL.onePairByNumber().with(FieldRule.is(167, "FOR")))
                    .sending(PriceMessages.snapshots(SnapshotLook.PLAIN.withBody("167=FOR|"))),
            new Dialect("ebs-like", FixVersion.FIX_44, Naming.SYMBOL)
                    .asking(RequestRules.USUAL
                            .oneSideToo()
                            .with(FieldRule.present(1300), FieldRule.present(1021), FieldRule.present(167)))
                    .sending(PriceMessages.snapshots(SnapshotLook.PLAIN.withBody("1021=1|461=RCSXXX|63=0|"))),
            new Dialect("cboe-like", FixVersion.FIX_44, Naming.SYMBOL)
                    .asking(RequestRules.USUAL.onlyOnce())
                    .sending(PriceMessages.snapshots(SnapshotLook.PLAIN.withLevels(Side.LEVELS))),
            new Dialect("quotes", FixVersion.FIX_44, Naming.SYMBOL)
                    .asking(RequestRules.QUOTES)
                    .refusing(RefusalMessage.OF_QUOTES)
                    .sending(PriceMessages.quotes()),
            new Dialect("mass-quotes", FixVersion.FIX_44, Naming.SYMBOL).sending(PriceMessages.massQuotes()),
            new Dialect("hub-like", FixVersion.FIX_44, Naming.SYMBOL)
                    .asking(RequestRules.UNASKED)
                    .sending(PriceMessages.unaskedQuotes()),
            new Dialect("fixt", FixVersion.FIX_50_SP1, Naming.SYMBOL).goingOn());

    /** ApplVerID, in the header of a message. */
    private static final int APPL_VER_ID = 1128;

    private final String name;
    private final FixVersion version;
    private final Naming naming;
    private final RequestRules rules;
    private final RefusalMessage refusal;
    private final PriceStyle prices;
    private final boolean goesOn;

    private Dialect(
            String name,
            FixVersion version,
            Naming naming,
            RequestRules rules,
            RefusalMessage refusal,
            PriceStyle prices,
            boolean goesOn) {
        this.name = name;
        this.version = version;
        this.naming = naming;
        this.rules = rules;
        this.refusal = refusal;
        this.prices = prices;
        this.goesOn = goesOn;
    }

    private Dialect(String name, FixVersion version, Naming naming) {
        this(
                name,
                version,
                naming,
                RequestRules.USUAL,
                RefusalMessage.OF_MARKET_DATA,
                PriceMessages.snapshots(SnapshotLook.PLAIN),
                false);
    }

    private Dialect asking(RequestRules others) {
        return new Dialect(name, version, naming, others, refusal, prices, goesOn);
    }

    private Dialect refusing(RefusalMessage by) {
        return new Dialect(name, version, naming, rules, by, prices, goesOn);
    }

    private Dialect sending(PriceStyle style) {
        return new Dialect(name, version, naming, rules, refusal, style, goesOn);
    }

    private Dialect goingOn() {
        return new Dialect(name, version, naming, rules, refusal, prices, true);
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

    public String name() {
        return name;
    }

    /** The version of FIX that it is spoken in, unless the user wants another one. */
    public FixVersion version() {
        return version;
    }

    /** Whether a logon leaves the sequence numbers as they are, unless the client wants them anew. */
    public boolean goesOn() {
        return goesOn;
    }

    /** Whether a tag is a key of something else than a tick. */
    public boolean takes(int tag) {
        return !rules.updateTypes().contains(0) && tag == MDEntryID.FIELD;
    }

    /** Whether a message is a request for prices, or the end of one. */
    public boolean understands(String messageType) {
        return rules.understands(messageType);
    }

    /** The pairs that a request names, in their order. */
    public List<String> pairs(PriceRequest request) {
        return request.values(naming.tag());
    }

    /** The pair that a request names so; null when there is none, or not yet. */
    public @Nullable Instrument find(InstrumentDirectory instruments, String key) {
        return naming.find(instruments, key);
    }

    /** What is wrong with a request; null when nothing is. */
    public @Nullable Refused fault(PriceRequest request) {
        Refused refused = rules.fault(request);
        boolean ends = request.type().equals(PriceRequest.UNSUBSCRIBE);
        return refused != null || ends ? refused : rules.fault(pairs(request), naming.tag());
    }

    /** Whether prices of all pairs are sent without a request. */
    public boolean unasked() {
        return rules.unasked();
    }

    /** Whether a session may ask only once. */
    public boolean once() {
        return rules.once();
    }

    /** What a request asks for of each pair. */
    public Wanted wanted(PriceRequest request) {
        return rules.wanted(request);
    }

    /** The message that says that a request cannot be met. */
    public Message refusal(FixVersion spoken, String requestId, Refused refused) {
        boolean early = refusal == RefusalMessage.OF_QUOTES && spoken == FixVersion.FIX_42;
        return (early ? RefusalMessage.OF_QUOTES_BEFORE_43 : refusal).of(requestId, refused);
    }

    /**
     * What makes the encoder of each session of an application.
     *
     * @param echoTag tag that carries the tick's id; 0 for none
     */
    public Function<SessionID, PriceEncoder> encoders(FixVersion spoken, int echoTag) {
        PriceStyle.PerSession style = prices.of(echoTag);
        String header = goesOn && spoken.applicationVersion() != null
                ? APPL_VER_ID + "=" + spoken.applicationVersion() + "|"
                : "";
        return session -> style.encoder(new MessageFrame(session, header));
    }
}
