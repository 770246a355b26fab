package org.ticktoquote.pricing.dialect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.fix.message.MessagePart;
import org.ticktoquote.fix.message.SendQueue;
import org.ticktoquote.pricing.price.PricedTicks;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.Subscription;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.Message;
import quickfix.SessionID;

/** Session of a dialect. Its messages are texts with {@code |} for SOH. */
final class DialectParty {
    static final RequestedBook DEPTH = new RequestedBook(false, true, true);
    /** 2026-11-22 17:04:44.480 UTC. */
    private static final long NOW_MS = 1_795_367_084_480L;

    private final SendQueue out = new SendQueue();
    private final PriceEncoder encoder;
    private int sequence;

    DialectParty(String dialect, int echoTag) {
        this(dialect, Dialect.of(dialect).version(), echoTag);
    }

    DialectParty(String dialect, FixVersion version, int echoTag) {
        this(Dialect.of(dialect)
                .encoders(version, echoTag)
                .apply(new SessionID(version.beginString(), "PRICING", "CLIENT-07")));
    }

    DialectParty(PriceEncoder encoder) {
        this.encoder = encoder;
    }

    /** Prices are in units of 1e-5. */
    static TierPrice price(long tickId, long bid, long ask) {
        return new TierPrice(PricedTicks.at(tickId, bid * 10_000, ask * 10_000), 0);
    }

    String send(TierPrice price, RequestedBook wanted) {
        return send(price, wanted, "r", false);
    }

    String send(TierPrice price, RequestedBook wanted, String request, boolean image) {
        return message(price, wanted, request, image).replace(MessagePart.SOH, '|');
    }

    /** Returns the message with SOH. */
    String message(TierPrice price, RequestedBook wanted, String request, boolean image) {
        append(new Quote(new Subscription(7, 1, 0, request, wanted), price, image));
        ByteBuffer next = out.next();
        byte[] bytes = new byte[next.remaining()];
        next.get(bytes);
        out.removeSent(bytes.length);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        try {
            new Message(text, false); // throws if length or checksum is wrong
        } catch (quickfix.InvalidMessage e) {
            throw new AssertionError(text, e);
        }
        return text;
    }

    /** Encodes a quote without converting it to text. */
    void append(Quote quote) {
        encoder.append(out, quote, ++sequence, NOW_MS);
    }

    void forget() {
        out.clear();
    }

    /** Returns a message without header and trailer. */
    static String body(String text) {
        return text.replaceAll(".*\\|56=CLIENT-07\\|(.*)10=...\\|", "$1");
    }
}
