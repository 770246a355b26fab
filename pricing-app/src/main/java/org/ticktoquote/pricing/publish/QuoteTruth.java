package org.ticktoquote.pricing.publish;

import org.ticktoquote.pricing.price.PricedTick;
import org.ticktoquote.pricing.truth.Fate;
import org.ticktoquote.pricing.truth.Truth;

/** Takes down the fates of quotes. */
final class QuoteTruth {
    private final Truth truth;

    QuoteTruth(Truth truth) {
        this.truth = truth;
    }

    void sent(Quote quote, Fate fate, long outNs, long sequence) {
        report(quote.priced(), quote.session(), quote.tier(), fate, outNs, sequence, 0);
    }

    void notSent(Quote quote, Fate fate) {
        report(quote.priced(), quote.session(), quote.tier(), fate, 0, 0, 0);
    }

    void noQuote(PricedTick priced, int session, int tier, Fate fate) {
        report(priced, session, tier, fate, 0, 0, 0);
    }

    void conflated(Quote quote, PricedTick by) {
        report(
                quote.priced(),
                quote.session(),
                quote.tier(),
                Fate.CONFLATED,
                0,
                0,
                by.tick().tickId());
    }

    private void report(
            PricedTick priced, int session, int tier, Fate fate, long outNs, long sequence, long supersededBy) {
        truth.quote(new Truth.QuoteFacts(
                priced.tick().tickId(),
                priced.instrument().id(),
                session,
                tier,
                fate,
                priced.prices().bid(tier),
                priced.prices().ask(tier),
                outNs,
                sequence,
                supersededBy));
    }
}
