package org.ticktoquote.pricing.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.pricing.dialect.DialectParty.DEPTH;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.pricing.publish.Quote;
import org.ticktoquote.pricing.publish.Subscription;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.SessionID;

/** Sending a price that another session of the tier has encoded does not allocate. */
class PriceAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int QUOTES = 20_000;

    @ParameterizedTest
    @ValueSource(strings = {"plain", "lmax-like", "ctrader-like", "quotes", "mass-quotes"})
    void quoteOfAnotherSessionDoesNotAllocate(String name) {
        Dialect dialect = Dialect.of(name);
        var encoders = dialect.encoders(FixVersion.FIX_44, 5001);
        RequestedBook wanted = name.equals("ctrader-like") ? DEPTH : RequestedBook.TOP;
        List<Quote> quotes = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            TierPrice price = DialectParty.price(1_000_000_000 + i, 110_000 + i % 5, 110_010 + i % 3);
            quotes.add(new Quote(new Subscription(7, 1, 0, "r", wanted), price, false));
        }
        DialectParty first = new DialectParty(encoders.apply(new SessionID("FIX.4.4", "PRICING", "CLIENT-00")));
        send(first, quotes, 1_000);
        DialectParty second = new DialectParty(encoders.apply(new SessionID("FIX.4.4", "PRICING", "CLIENT-01")));
        send(second, quotes, QUOTES);
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            send(second, quotes, QUOTES);
            long after = THREADS.getCurrentThreadAllocatedBytes();
            fewest = Math.min(fewest, after - before);
        }
        assertThat(fewest).as("bytes for %d quotes", QUOTES).isLessThan(QUOTES / 10);
    }

    private static void send(DialectParty party, List<Quote> quotes, int count) {
        for (int i = 0; i < count; i++) {
            party.append(quotes.get(i % quotes.size()));
            party.forget();
        }
    }
}
