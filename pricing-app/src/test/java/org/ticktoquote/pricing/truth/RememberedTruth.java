package org.ticktoquote.pricing.truth;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the truth in memory. */
public final class RememberedTruth implements Truth {
    public final List<TickFacts> ticks = new CopyOnWriteArrayList<>();
    public final List<Decision> decisions = new CopyOnWriteArrayList<>();
    public final List<QuoteFacts> quotes = new CopyOnWriteArrayList<>();

    @Override
    public void tick(TickFacts facts) {
        ticks.add(facts);
        decisions.add(facts.decision());
    }

    @Override
    public void quote(QuoteFacts facts) {
        quotes.add(facts);
    }

    /** Returns the fates of a session's quotes, such as {@code SENT 7}. */
    public List<String> fates(int session) {
        return quotes.stream()
                .filter(quote -> quote.session() == session)
                .map(quote -> quote.fate() + " " + quote.tickId())
                .toList();
    }

    @Override
    public void close() {}
}
