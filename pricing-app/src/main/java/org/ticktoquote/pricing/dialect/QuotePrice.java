package org.ticktoquote.pricing.dialect;

import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.Chars;
import org.ticktoquote.pricing.publish.PriceForm;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.field.QuoteEntryID;
import quickfix.field.QuoteID;

/** A price in a quote (35=S) or, as the only entry of the only set, in a mass quote (35=i); named by the tick's id. */
final class QuotePrice implements PriceForm {
    private final boolean mass;
    private final int echoTag;

    /** @param echoTag a further one of the tick's id, beside 117 and 299; 0 for none */
    QuotePrice(boolean mass, int echoTag) {
        this.mass = mass;
        this.echoTag = echoTag == QuoteID.FIELD || mass && echoTag == QuoteEntryID.FIELD ? 0 : echoTag;
    }

    @Override
    public Chars encode(TierPrice price) {
        long id = Side.number(price);
        StringBuilder text = new StringBuilder(160);
        text.append("117=").append(id).append('|');
        if (echoTag != 0 && price.priced().tick().identified()) {
            text.append(echoTag).append('=').append(id).append('|');
        }
        if (mass) {
            text.append("296=1|302=1|304=1|295=1|299=").append(id).append('|');
        }
        text.append("55=").append(price.priced().instrument().symbol()).append('|');
        text.append("132=").append(Price.format(price.bid())).append("|133=").append(Price.format(price.ask()));
        text.append('|');
        size(text, 134, price.priced().bidQuantity());
        size(text, 135, price.priced().askQuantity());
        return Chars.of(text.toString());
    }

    private static void size(StringBuilder text, int tag, long quantity) {
        if (quantity > 0) { // 0 would withdraw the price
            text.append(tag).append('=').append(quantity).append('|');
        }
    }
}
