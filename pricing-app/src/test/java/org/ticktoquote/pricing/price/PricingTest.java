package org.ticktoquote.pricing.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.pricing.feed.Decoder;
import org.ticktoquote.pricing.feed.FeedBytes;
import org.ticktoquote.pricing.feed.FeedCounters;
import org.ticktoquote.pricing.feed.FeedReceiver.FeedPacket;
import org.ticktoquote.pricing.feed.InstrumentDirectory;
import org.ticktoquote.pricing.feed.Sequencer;
import org.ticktoquote.pricing.truth.Decision;
import org.ticktoquote.pricing.truth.RememberedTruth;

/** Compares decisions and prices with known values. The pip is 0.0001, the tick size 0.00001. */
class PricingTest {
    private static final Instrument EURUSD = new Instrument(0, "EUR/USD", 100_000, 10_000);
    private static final ApplicationModel BEST = model(ApplicationModel.BEST_OF_VENUES, true, 0, 0);
    private static final ApplicationModel FRESH = model(ApplicationModel.BEST_OF_VENUES, true, 100, 0);

    private final RememberedTruth truth = new RememberedTruth();
    private final List<PricedTick> priced = new ArrayList<>();
    private long session = 1;
    private long tickId;

    private static ApplicationModel model(String composite, boolean rejectCrossed, long staleAfterNs, long skew) {
        return new ApplicationModel(true, composite, rejectCrossed, staleAfterNs, List.of(0L, 15L), skew);
    }

    private final class Application {
        private final Decoder decoder;

        Application(ApplicationModel model) {
            InstrumentDirectory instruments = new InstrumentDirectory();
            FeedCounters counters = new FeedCounters();
            Pricing pricing = new Pricing(model, instruments, truth, () -> 42);
            decoder = new Decoder(new Sequencer(pricing.inPlace(priced::add), instruments, counters), counters);
            receive(FeedBytes.datagram(1, 1).instrument(EURUSD));
        }

        /** Receives a tick of a venue and returns the decision. */
        Decision tick(int venue, long venueTimeNs, String bid, String ask) {
            tickId++;
            int before = priced.size();
            receive(FeedBytes.datagram(session, tickId).quote(tickId, 0, venue, venueTimeNs, bid, ask));
            return priced.size() > before ? Decision.PUBLISHED : truth.decisions.get(truth.decisions.size() - 1);
        }

        private void receive(FeedBytes bytes) {
            decoder.put(new FeedPacket(new UnsafeBuffer(bytes.bytes()), true, 0));
        }
    }

    private String price(int tier) {
        TierPrices prices = priced.get(priced.size() - 1).prices();
        return Price.format(prices.bid(tier)) + " " + Price.format(prices.ask(tier));
    }

    @Test
    void addsHalfTheSpreadOfTheTierToBothSides() {
        assertThat(new Application(BEST).tick(0, 1, "1.10000", "1.10002")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.1 1.10002");
        assertThat(price(1)).isEqualTo("1.09985 1.10017");
    }

    /** Ticks: venue, venue time, bid, ask, and as far as they matter the decision and the prices of the first tier. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rounds bids down and asks up | best | 0 1 1.100009 1.100011 PUBLISHED 1.1 1.10002
            moves both sides by the skew | skewed | 0 1 1.10000 1.10002 PUBLISHED 1.09997 1.09999
            uses the best of each side among venues | best | 0 1 1.10000 1.10005; \
                1 2 1.10002 1.10007 PUBLISHED 1.10002 1.10005; 2 3 1.10001 1.10006 SUPPRESSED_UNCHANGED
            single uses the venue of the last tick | single | 0 1 1.10000 1.10005; \
                1 2 1.09990 1.10007 PUBLISHED 1.0999 1.10007
            keeps the side that a tick does not carry | best | 0 1 1.10000 1.10005; \
                0 2 - 1.10004 PUBLISHED 1.1 1.10004
            has no price until a venue has both sides | best | 0 1 1.10000 - REJECTED_NO_PRICE; \
                1 2 - 1.10002 REJECTED_NO_PRICE; 0 3 - 1.10003 PUBLISHED
            excludes a venue while it is crossed | best | 0 1 1.10000 1.10005; 1 2 1.10001 1.10006; \
                1 3 1.10008 - REJECTED_CROSSED_VENUE; 0 4 1.10000 1.10005 PUBLISHED 1.1 1.10005; 1 5 1.10001 - PUBLISHED
            rejects a crossed composite | best | 0 1 1.10000 1.10005; 1 2 1.10006 1.10009 REJECTED_CROSSED_COMPOSITE; \
                0 3 1.10000 1.10006 PUBLISHED 1.10006 1.10006
            accepts locked tops | single | 0 1 1.10000 1.10000 PUBLISHED
            prices crossed tops if accepted | crossed | 0 1 1.10005 1.10000 PUBLISHED 1.10005 1.1; \
                1 2 1.10006 1.10009 PUBLISHED 1.10006 1.1; 2 3 1.10001 - SUPPRESSED_UNCHANGED
            excludes a stale venue | fresh | 0 1000 1.10003 1.10005; \
                1 1100 1.10001 1.10007 SUPPRESSED_UNCHANGED 1.10003 1.10005; 1 1101 1.10001 1.10007 PUBLISHED 1.10001 1.10007
            rejects a tick older than an earlier one of its venue | best | 0 10 1.10000 1.10005; \
                0 9 1.20000 1.20005 REJECTED_STALE; 1 9 1.09000 1.11005 SUPPRESSED_UNCHANGED; \
                0 10 1.10001 - PUBLISHED 1.10001 1.10005
            """)
    void decidesAndPricesEveryTick(String rule, String model, String ticks) {
        Application application = new Application(model(model));
        for (String tick : ticks.split(";")) {
            String[] words = tick.strip().split(" ");
            Decision decision =
                    application.tick(Integer.parseInt(words[0]), Long.parseLong(words[1]), words[2], words[3]);
            if (words.length > 4) {
                assertThat(decision).as("%s: %s", rule, tick).isEqualTo(Decision.valueOf(words[4]));
            }
            if (words.length > 5) {
                assertThat(price(0)).as("%s: %s", rule, tick).isEqualTo(words[5] + " " + words[6]);
            }
        }
    }

    private static ApplicationModel model(String name) {
        return switch (name) {
            case "best" -> BEST;
            case "single" -> model(ApplicationModel.SINGLE, true, 0, 0);
            case "skewed" -> model(ApplicationModel.BEST_OF_VENUES, true, 0, -3);
            case "crossed" -> model(ApplicationModel.BEST_OF_VENUES, false, 0, 0);
            case "fresh" -> FRESH;
            default -> throw new IllegalArgumentException(name);
        };
    }

    @Test
    void venueCanBeStaleBeforeItsFirstTickOfTheSession() {
        Application application = new Application(FRESH);
        application.tick(0, 1_000, "1.10000", "1.10005");
        session = 2;
        tickId = 0;
        assertThat(application.tick(1, 1_100, "1.09000", "1.11000")).isEqualTo(Decision.SUPPRESSED_UNCHANGED);
        assertThat(application.tick(1, 1_101, "1.09000", "1.11000")).isEqualTo(Decision.PUBLISHED);
    }

    @Test
    void reportsChangedTiers() {
        Instrument coarse = new Instrument(0, "EUR/USD", 100_000, 100_000);
        ApplicationModel model = new ApplicationModel(true, ApplicationModel.SINGLE, true, 0, List.of(0L, 5L), 0);
        Application application = new Application(model);
        application.receive(FeedBytes.datagram(1, 1).instrument(coarse));
        application.tick(0, 1, "1.10000", "1.10010");
        application.tick(0, 2, "1.10006", "1.10010");
        assertThat(priced).hasSize(2);
        assertThat(priced.get(1).changedTiers())
                .as("1.10006 - 0.00005 reaches 1.1000")
                .isEqualTo(0b10);
    }
}
