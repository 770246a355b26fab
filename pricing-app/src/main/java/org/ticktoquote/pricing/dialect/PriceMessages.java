package org.ticktoquote.pricing.dialect;

import java.util.function.Function;
import org.ticktoquote.fix.message.Chars;
import org.ticktoquote.fix.message.OutBuffer;
import org.ticktoquote.pricing.publish.PriceForm;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.Wanted;

/**
 * Messages that are a price by themselves (35=W, 35=S, 35=i), of one session: a price is encoded once for its tier, and its
 * number, its time, its request, length and checksum are put around it for the session.
 *
 * <p>One thread at a time; no allocation but for a price that no session of the tier has encoded.
 */
final class PriceMessages implements PriceEncoder {
    private static final int MD_REQ_ID = 262;
    private static final int QUOTE_REQ_ID = 131;

    private final MessageFrame frame;
    private final Chars type;
    private final RequestNames names;
    private final Function<Wanted, PriceForm> forms;

    private PriceMessages(MessageFrame frame, String type, int nameTag, Function<Wanted, PriceForm> forms) {
        this.frame = frame;
        this.type = MessageFrame.type(type);
        this.names = new RequestNames(frame, nameTag);
        this.forms = forms;
    }

    /** Snapshots, 35=W. */
    static PriceStyle snapshots(SnapshotLook look) {
        return echoTag -> {
            SnapshotPrices forms = new SnapshotPrices(look, look, echoTag);
            return frame -> new PriceMessages(frame, "W", MD_REQ_ID, forms::of);
        };
    }

    /** Snapshots that do not name their request. */
    static PriceEncoder unnamed(MessageFrame frame, SnapshotPrices forms) {
        return new PriceMessages(frame, "W", RequestNames.NOT_SAID, forms::of);
    }

    /** Quotes, 35=S. */
    static PriceStyle quotes() {
        return quotes("S", false, QUOTE_REQ_ID);
    }

    /** Quotes that nobody asked for. */
    static PriceStyle unaskedQuotes() {
        return quotes("S", false, RequestNames.NOT_SAID);
    }

    /** Mass quotes, 35=i. */
    static PriceStyle massQuotes() {
        return quotes("i", true, QUOTE_REQ_ID);
    }

    private static PriceStyle quotes(String type, boolean mass, int nameTag) {
        return echoTag -> {
            PriceForm form = new QuotePrice(mass, echoTag);
            return frame -> new PriceMessages(frame, type, nameTag, wanted -> form);
        };
    }

    @Override
    public void append(OutBuffer out, Quote quote, long sequence, long nowMs) {
        Chars price = quote.price().encoded(forms.apply(quote.subscription().wanted()));
        frame.begin(type);
        frame.add(names.of(quote.subscription().requestId()));
        frame.add(price);
        frame.end(out, sequence, nowMs);
    }
}
