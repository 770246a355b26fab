package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.ticktoquote.replayer.venue.OpenVenues.ALPHA;
import static org.ticktoquote.replayer.venue.OpenVenues.BETA;
import static org.ticktoquote.replayer.venue.OpenVenues.EUR_USD;
import static org.ticktoquote.replayer.venue.OpenVenues.USD_JPY;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.QuickFix;
import quickfix.Message;
import quickfix.field.MsgType;
import quickfix.field.TestReqID;

/** Tests the venue of {@code fix://HOST:PORT} with QuickFIX/J and its default dictionary. */
class VenuesFeedTest {
    private final OpenVenues venues = OpenVenues.at("fix://127.0.0.1:0");
    private VenueApplication application;

    @BeforeEach
    void logOn() throws Exception {
        application = new VenueApplication(port(), "FIX.4.4", "VENUE", "PRICING");
        application.await("logon");
    }

    private int port() {
        return URI.create(venues.feed.address()).getPort();
    }

    @AfterEach
    void close() {
        application.close();
        venues.close();
    }

    private void subscribe(String id, String... symbols) {
        application.request(id, '1', 1, List.of(symbols));
        venues.awaitSubscribed();
    }

    @Test
    void sendsSnapshotOfBestPricesPerTick() throws Exception {
        subscribe("one", "EUR/USD");
        assertThat(venues.tick(EUR_USD, ALPHA, 1_085_130_000L, 1_085_150_000L)).isZero();
        assertThat(application.await("35=W"))
                .contains("|49=VENUE|", "|56=PRICING|", "|262=one|", "|55=EUR/USD|", "|268=2|")
                .contains("|269=0|270=1.08513|271=1000000|299=1|269=1|270=1.08515|271=2000000|299=1|");
        venues.tick(EUR_USD, BETA, 1_085_140_000L, Price.NONE);
        assertThat(application.await("35=W")).contains("|269=0|270=1.08514|").contains("|269=1|270=1.08515|");
        venues.tick(EUR_USD, BETA, 1_085_120_000L, Price.NONE);
        assertThat(application.await("35=W")).contains("|269=0|270=1.08513|271=1000000|299=3|");
    }

    @Test
    void sequenceNumbersIncludeSessionMessages() throws Exception {
        subscribe("one", "EUR/USD", "USD/JPY");
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            venues.tick(i % 2, ALPHA, 1_000_000_000L + i, 2_000_000_000L);
            if (i % 20 == 0) {
                Message test = QuickFix.message(MsgType.TEST_REQUEST);
                test.setString(TestReqID.FIELD, "burst" + i);
                application.send(test);
            }
        }
        Awaitility.await().atMost(ONE_MINUTE).untilAsserted(() -> {
            assertThat(application.messages.stream().filter(text -> text.contains("112=burst")))
                    .hasSizeGreaterThanOrEqualTo(20); // asked and answered
            assertThat(application.messages.stream().filter(text -> text.contains("35=W")))
                    .hasSize(200);
        });
        for (String text : application.messages) {
            if (!text.startsWith(">") && text.startsWith("8=")) {
                numbers.add(Integer.parseInt(text.replaceAll(".*\\|34=([0-9]+)\\|.*", "$1")));
            }
        }
        assertThat(numbers).isSorted().doesNotHaveDuplicates();
        assertThat(numbers.get(numbers.size() - 1) - numbers.get(0)).isEqualTo(numbers.size() - 1);
        assertThat(application.messages).noneMatch(text -> text.contains("35=3|") || text.contains("35=2|"));
    }

    @Test
    void lateSubscriberGetsCurrentBook() throws Exception {
        assertThat(venues.tick(EUR_USD, ALPHA, 1_085_130_000L, 1_085_150_000L)).isEqualTo(TickRecord.NOT_SUBSCRIBED);
        subscribe("late", "EUR/USD", "USD/JPY");
        assertThat(application.await("35=W")).contains("|262=late|", "|55=EUR/USD|", "|270=1.08513|", "|299=1|");
        assertThat(venues.tick(USD_JPY, ALPHA, 110_000_000_000L, 110_010_000_000L))
                .isZero();
        assertThat(application.await("35=W")).contains("|55=USD/JPY|", "|268=2|269=0|270=110.000|");
    }

    @Test
    void unsubscribedPairIsNotDue() throws Exception {
        subscribe("one", "EUR/USD");
        assertThat(venues.tick(USD_JPY, ALPHA, 1, 2)).isEqualTo(TickRecord.NOT_SUBSCRIBED);
        assertThat(venues.tick(EUR_USD, ALPHA, 1, 2)).isZero();
        application.request("one", '2', 1, List.of("EUR/USD"));
        OpenVenues.until(() -> !venues.feed.connected());
        assertThat(venues.tick(EUR_USD, ALPHA, 2, 3)).isEqualTo(TickRecord.NOT_SUBSCRIBED | TickRecord.UNSUBSCRIBED);
        assertThat(venues.feed.facts())
                .containsEntry("messages", 1L)
                .containsEntry("ticksUnwanted", 2L)
                .containsEntry("ticksUnsubscribed", 1L);
        subscribe("two", "EUR/USD");
        assertThat(venues.tick(EUR_USD, ALPHA, 3, 4)).isZero();
    }

    @Test
    void disconnectedSubscriberMissesTicks() throws Exception {
        subscribe("one", "EUR/USD");
        assertThat(venues.tick(EUR_USD, ALPHA, 1, 2)).isZero();
        application.session().logout();
        OpenVenues.until(() -> !venues.feed.connected());
        assertThat(venues.tick(EUR_USD, ALPHA, 2, 3)).isEqualTo(TickRecord.SUBSCRIBER_DISCONNECTED);
        assertThat(venues.tick(USD_JPY, ALPHA, 2, 3)).isEqualTo(TickRecord.NOT_SUBSCRIBED);
        application.session().logon();
        application.await("logon");
        subscribe("one", "EUR/USD");
        assertThat(application.await("35=W")).contains("|299=2|");
        assertThat(venues.tick(EUR_USD, ALPHA, 3, 4)).isZero();
        assertThat(venues.feed.facts()).containsEntry("ticksDeserted", 1L);
        assertThat(venues.events).containsSubsequence("complete", "disconnected", "connected", "complete");
    }

    @Test
    void snapshotRequestIsNotASubscription() throws Exception {
        application.request("now", '0', 1, List.of("EUR/USD"));
        assertThat(application.await("35=Y")).contains("|58=no price yet|");
        venues.tick(EUR_USD, ALPHA, 1_085_130_000L, 1_085_150_000L);
        application.request("now", '0', 1, List.of("EUR/USD"));
        assertThat(application.await("35=W")).contains("|262=now|");
        assertThat(venues.tick(EUR_USD, ALPHA, 1, 2)).isEqualTo(TickRecord.NOT_SUBSCRIBED);
    }

    @Test
    void rejectsInvalidRequestsWithAReason() throws Exception {
        application.request("a", '1', 1, List.of("EUR/USD", "XXX/YYY"));
        assertThat(application.await("35=Y")).contains("|262=a|", "|281=0|", "|58=unknown instrument: XXX/YYY|");
        application.request("b", '1', -1, List.of("EUR/USD"));
        assertThat(application.await("35=Y")).contains("|281=5|");
        application.request("c", '2', 1, List.of("EUR/USD"));
        assertThat(application.await("35=Y")).contains("|58=262=c: no such subscription|");
        subscribe("d", "EUR/USD");
        application.request("d", '1', 1, List.of("EUR/USD"));
        assertThat(application.await("35=Y")).contains("|262=d|", "|281=1|");
        application.send(QuickFix.message(MsgType.MARKET_DATA_REQUEST));
        assertThat(application.await("35=j")).contains("field=262|");
        assertThat(venues.refused).contains("VENUE to PRICING: 35=V: unknown instrument: XXX/YYY");
    }

    @Test
    void reportsLogonWithWrongCompIdOrVersion() throws Exception {
        assertRefused("MARKET", "BANK", "FIX.4.4", "Logon with 49=BANK 56=MARKET, expected 49=PRICING 56=VENUE");
        assertRefused("VENUE", "PRICING", "FIX.4.2", "Logon with 8=FIX.4.2, expected 8=FIX.4.4");
    }

    private void assertRefused(String venue, String name, String version, String reason) throws Exception {
        try (VenueApplication stranger = new VenueApplication(port(), version, venue, name)) {
            stranger.await("35=A");
            OpenVenues.until(() -> venues.refused.stream().anyMatch(text -> text.endsWith(reason)));
        }
    }
}
