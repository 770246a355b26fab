package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.replayer.venue.OpenVenues.ALPHA;
import static org.ticktoquote.replayer.venue.OpenVenues.BETA;
import static org.ticktoquote.replayer.venue.OpenVenues.EUR_USD;
import static org.ticktoquote.replayer.venue.OpenVenues.USD_JPY;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.net.FeedVenue;

/** Tests several venues, several connections per venue, and FIX versions. */
class SeveralVenuesTest {
    private static final String PAIR = "55=EUR/USD|";

    @TempDir
    private Path folder;

    @Test
    void sendsTickAtEveryVenueThatCarriesItsSource() throws Exception {
        try (OpenVenues venues = OpenVenues.of(
                        folder, "venues: {A: {carries: ALPHA}, B: {carries: BETA}, BOTH: {carries: [BETA, ALPHA]}}");
                FixSocket a = venues.logOn("A", "FIX.4.4", "");
                FixSocket b = venues.logOn("B", "FIX.4.4", "");
                FixSocket both = venues.logOn("BOTH", "FIX.4.4", "")) {
            a.subscribe("a", "264=0|", PAIR);
            b.subscribe("b", "264=0|", PAIR);
            assertThat(venues.feed.venues())
                    .allSatisfy(venue -> assertThat(venue.pairs())
                            .as("empty means all pairs")
                            .isEmpty());
            assertThat(venues.feed.connected())
                    .as("not all venues have a subscription")
                    .isFalse();
            both.subscribe("both", "264=0|", PAIR);
            venues.awaitSubscribed();
            assertThat(venues.tick(EUR_USD, ALPHA, 1, 2)).isZero();
            assertThat(venues.tick(EUR_USD, BETA, 3, 4)).isZero();
            assertThat(venues.feed.facts()).containsEntry("messages", 4L).containsEntry("ticksUnwanted", 0L);
            assertThat(a.await("|35=W|")).contains("|268=2|", "|299=1|");
            assertThat(b.await("|35=W|")).contains("|268=2|", "|299=2|");
            assertThat(both.await("|35=W|")).contains("|268=2|", "|299=1|");
            assertThat(both.await("|35=W|")).contains("|268=4|", "|299=2|");
        }
    }

    @Test
    void tickIsDueWhileOneVenueHasASubscriber() throws Exception {
        try (OpenVenues venues = OpenVenues.of(folder, "venues: {A: {pairs: EUR/USD}, B: {pairs: USD/JPY}}");
                FixSocket a = venues.logOn("A", "FIX.4.4", "");
                FixSocket b = venues.logOn("B", "FIX.4.4", "")) {
            assertThat(venues.feed.venues())
                    .extracting(FeedVenue::pairs)
                    .containsExactly(List.of("EUR/USD"), List.of("USD/JPY"));
            a.subscribe("no", "264=1|", "55=USD/JPY|");
            assertThat(a.await("|35=Y|")).contains("unknown instrument: USD/JPY");
            a.subscribe("a", "264=1|", PAIR);
            b.subscribe("b", "264=1|", "55=USD/JPY|");
            venues.awaitSubscribed();
            assertThat(venues.tick(EUR_USD, ALPHA, 1, 2)).isZero();
            assertThat(venues.tick(USD_JPY, ALPHA, 1, 2)).isZero();
            b.close();
            OpenVenues.until(() -> !venues.feed.connected());
            assertThat(venues.tick(USD_JPY, ALPHA, 1, 2)).isEqualTo(TickRecord.SUBSCRIBER_DISCONNECTED);
            assertThat(venues.tick(EUR_USD, ALPHA, 1, 2)).isZero();
        }
    }

    @Test
    void everyApplicationHasItsOwnSequenceNumbers() throws Exception {
        try (OpenVenues venues = OpenVenues.of(folder, "venues: {A: {applications: [ONE, TWO]}}");
                FixSocket one = new FixSocket(venues.port("A"), "FIX.4.4", "ONE", "A").logOn("");
                FixSocket two = new FixSocket(venues.port("A"), "FIX.4.4", "TWO", "A").logOn("");
                FixSocket again = new FixSocket(venues.port("A"), "FIX.4.4", "TWO", "A")) {
            again.send("A", "98=0|108=30|141=Y|");
            again.await("end");
            one.subscribe("1", "264=1|", PAIR);
            venues.awaitSubscribed();
            venues.tick(EUR_USD, ALPHA, 1, 2);
            assertThat(one.await("|35=W|")).contains("|34=2|", "|56=ONE|");
            two.subscribe("2", "264=1|", PAIR);
            assertThat(two.await("|35=W|")).contains("|34=2|", "|56=TWO|", "|299=1|");
            venues.tick(EUR_USD, ALPHA, 1, 2);
            assertThat(one.await("|35=W|")).contains("|34=3|", "|299=2|");
            assertThat(two.await("|35=W|")).contains("|34=3|", "|299=2|");
            assertThat(venues.feed.facts()).containsEntry("messages", 3L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FIX.4.2", "FIX.4.3", "FIX.4.4", "FIX.5.0", "FIX.5.0SP1", "FIX.5.0SP2"})
    void quickFixAcceptsMessagesOfEveryVersion(String version) throws Exception {
        String yaml = "venues: {V: {version: " + version + ", carries: ALPHA, ticks: X, topTicks: W,"
                + " entryKeys: none, entryTime: sent}}";
        try (OpenVenues venues = OpenVenues.of(folder, yaml);
                VenueApplication application = new VenueApplication(venues.port("V"), version, "V", "PRICING")) {
            application.await("logon");
            application.request("top", '1', 1, List.of("EUR/USD"));
            venues.awaitSubscribed();
            venues.tick(EUR_USD, ALPHA, 1, 2);
            assertThat(application.await("35=W")).contains("|55=EUR/USD|", "|268=2|");
            application.request("book", '1', 0, List.of("EUR/USD"));
            application.await("262=book");
            venues.tick(EUR_USD, ALPHA, 3, 4);
            assertThat(application.await("35=X"))
                    .contains("|268=4|279=2|269=0|55=EUR/USD|270=")
                    .doesNotContain("|278=");
            assertThat(application.messages).noneMatch(text -> text.contains("|35=3|") || text.contains("|35=j|"));
        }
    }
}
