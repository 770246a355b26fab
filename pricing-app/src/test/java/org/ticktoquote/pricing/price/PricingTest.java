package org.ticktoquote.pricing.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
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
    private static final ApplicationModel SINGLE = model(ApplicationModel.SINGLE, true, 0, 0);

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

    @Test
    void roundsBidsDownAndAsksUp() {
        new Application(BEST).tick(0, 1, "1.100009", "1.100011");
        assertThat(price(0)).isEqualTo("1.1 1.10002");
    }

    @Test
    void movesBothSidesByTheSkew() {
        new Application(model(ApplicationModel.BEST_OF_VENUES, true, 0, -3)).tick(0, 1, "1.10000", "1.10002");
        assertThat(price(0)).isEqualTo("1.09997 1.09999");
    }

    @Test
    void usesBestOfEachSideAmongVenues() {
        Application application = new Application(BEST);
        application.tick(0, 1, "1.10000", "1.10005");
        assertThat(application.tick(1, 2, "1.10002", "1.10007")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.10002 1.10005");
        assertThat(application.tick(2, 3, "1.10001", "1.10006")).isEqualTo(Decision.SUPPRESSED_UNCHANGED);
    }

    @Test
    void singleUsesVenueOfTheLastTick() {
        Application application = new Application(SINGLE);
        application.tick(0, 1, "1.10000", "1.10005");
        assertThat(application.tick(1, 2, "1.09990", "1.10007")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.0999 1.10007");
    }

    @Test
    void keepsSideThatATickDoesNotCarry() {
        Application application = new Application(BEST);
        application.tick(0, 1, "1.10000", "1.10005");
        assertThat(application.tick(0, 2, "-", "1.10004")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.1 1.10004");
    }

    @Test
    void hasNoPriceUntilAVenueHasBothSides() {
        Application application = new Application(BEST);
        assertThat(application.tick(0, 1, "1.10000", "-")).isEqualTo(Decision.REJECTED_NO_PRICE);
        assertThat(application.tick(1, 2, "-", "1.10002")).isEqualTo(Decision.REJECTED_NO_PRICE);
        assertThat(application.tick(0, 3, "-", "1.10003")).isEqualTo(Decision.PUBLISHED);
    }

    @Test
    void excludesVenueWhileItIsCrossed() {
        Application application = new Application(BEST);
        application.tick(0, 1, "1.10000", "1.10005");
        application.tick(1, 2, "1.10001", "1.10006");
        assertThat(application.tick(1, 3, "1.10008", "-")).isEqualTo(Decision.REJECTED_CROSSED_VENUE);
        assertThat(application.tick(0, 4, "1.10000", "1.10005")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.1 1.10005");
        assertThat(application.tick(1, 5, "1.10001", "-")).isEqualTo(Decision.PUBLISHED);
    }

    @Test
    void rejectsCrossedComposite() {
        Application application = new Application(BEST);
        application.tick(0, 1, "1.10000", "1.10005");
        assertThat(application.tick(1, 2, "1.10006", "1.10009")).isEqualTo(Decision.REJECTED_CROSSED_COMPOSITE);
        assertThat(application.tick(0, 3, "1.10000", "1.10006")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.10006 1.10006");
    }

    @Test
    void pricesCrossedTopsIfAccepted() {
        Application application = new Application(model(ApplicationModel.BEST_OF_VENUES, false, 0, 0));
        assertThat(application.tick(0, 1, "1.10005", "1.10000")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.10005 1.1");
        assertThat(application.tick(1, 2, "1.10006", "1.10009")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.10006 1.1");
        assertThat(price(1)).isEqualTo("1.09991 1.10015");
        assertThat(application.tick(2, 3, "1.10001", "-")).isEqualTo(Decision.SUPPRESSED_UNCHANGED);
    }

    @Test
    void acceptsLockedTops() {
        assertThat(new Application(SINGLE).tick(0, 1, "1.10000", "1.10000")).isEqualTo(Decision.PUBLISHED);
    }

    @Test
    void excludesStaleVenue() {
        Application application = new Application(model(ApplicationModel.BEST_OF_VENUES, true, 100, 0));
        application.tick(0, 1_000, "1.10003", "1.10005");
        application.tick(1, 1_100, "1.10001", "1.10007");
        assertThat(price(0)).isEqualTo("1.10003 1.10005");
        assertThat(application.tick(1, 1_101, "1.10001", "1.10007")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.10001 1.10007");
    }

    @Test
    void rejectsTickOlderThanAnEarlierOneOfItsVenue() {
        Application application = new Application(BEST);
        application.tick(0, 10, "1.10000", "1.10005");
        assertThat(application.tick(0, 9, "1.20000", "1.20005")).isEqualTo(Decision.REJECTED_STALE);
        assertThat(application.tick(1, 9, "1.09000", "1.11005")).isEqualTo(Decision.SUPPRESSED_UNCHANGED);
        assertThat(application.tick(0, 10, "1.10001", "-")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.10001 1.10005");
    }

    @Test
    void newFeedSessionKeepsPricesAndResetsVenueTimes() {
        Application application = new Application(model(ApplicationModel.BEST_OF_VENUES, true, 100, 0));
        application.tick(0, 1_000, "1.10000", "1.10005");
        session = 2;
        tickId = 0;
        assertThat(application.tick(1, 5, "1.09000", "1.11000")).isEqualTo(Decision.SUPPRESSED_UNCHANGED);
        assertThat(application.tick(0, 6, "-", "1.10004")).isEqualTo(Decision.PUBLISHED);
        assertThat(price(0)).isEqualTo("1.1 1.10004");
    }

    @Test
    void venueIsNotStaleBeforeItsFirstTickOfTheSession() {
        Application application = new Application(model(ApplicationModel.BEST_OF_VENUES, true, 100, 0));
        application.tick(0, 1_000, "1.10000", "1.10005");
        session = 2;
        tickId = 0;
        assertThat(application.tick(1, 5_000, "1.09000", "1.11000")).isEqualTo(Decision.SUPPRESSED_UNCHANGED);
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
