package org.ticktoquote.replayer.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ticktoquote.replayer.venue.OpenVenues.ALPHA;
import static org.ticktoquote.replayer.venue.OpenVenues.EUR_USD;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.price.Price;

/** Tests the messages that the presets of {@code docs/venues} send, byte by byte. */
class VenuePresetsTest {
    private static final long BID = 1_085_130_000L;
    private static final long ASK = 1_085_150_000L;

    @Test
    void plainPresetEqualsDefault() {
        try (OpenVenues venues = OpenVenues.preset("plain-44")) {
            assertThat(VenueReader.read(Path.of("..", "docs", "venues", "plain-44.yaml"), OpenVenues.MARKETS, true))
                    .containsExactly(VenueSetup.plain(0, OpenVenues.MARKETS));
            assertThat(venues.feed.venues()).hasSize(1);
        }
    }

    @Test
    void lmaxPresetUsesIdsAndOneEntryTime() throws Exception {
        try (OpenVenues venues = OpenVenues.preset("lmax-like");
                FixSocket application = venues.logOn("LMXBDM", "FIX.4.4", "553=trader|554=secret|")) {
            application.subscribe("1", "264=0|265=0|", "48=4001|22=8|");
            venues.awaitSubscribed();
            assertThat(venues.tick(EUR_USD, ALPHA, BID, ASK)).isZero();
            assertThat(application.await("|35=W|"))
                    .matches(".*\\|262=1\\|48=4001\\|22=8\\|268=2\\|269=0\\|270=1.08513\\|271=1000000\\|"
                            + "272=[0-9]{8}\\|273=[0-9:.]{12}\\|269=1\\|270=1.08515\\|271=2000000\\|10=.*");
            application.subscribe("2", "264=0|", "55=EUR/USD|");
            assertThat(application.await("|35=Y|")).contains("|281=0|", "unknown instrument: EUR/USD");
        }
    }

    @Test
    void refusesWrongPasswordWithoutRepeatingIt() throws Exception {
        try (OpenVenues venues = OpenVenues.preset("lmax-like");
                FixSocket application = new FixSocket(venues.port("LMXBDM"), "FIX.4.4", "PRICING", "LMXBDM")) {
            application.send("A", "98=0|108=30|141=Y|553=trader|554=guess|");
            assertThat(application.await("|35=5|"))
                    .contains("554: is not the expected")
                    .doesNotContain("guess");
            application.await("end");
            assertThat(venues.refused).containsExactly("LMXBDM to PRICING: 35=A: 554: is not the expected value");
        }
    }

    @Test
    void ctraderPresetSendsTopSnapshotsAndBookIncrements() throws Exception {
        try (OpenVenues venues = OpenVenues.preset("ctrader-like");
                FixSocket application = venues.logOn("CSERVER", "FIX.4.4", "553=1000001|554=secret|")) {
            application.subscribe("no", "264=1|265=0|", "55=1|");
            assertThat(application.await("|35=Y|")).contains("|281=6|", "265=0: expected 1");
            application.subscribe("top", "264=1|265=1|", "55=1|");
            venues.awaitSubscribed();
            venues.tick(EUR_USD, ALPHA, BID, ASK);
            assertThat(application.await("|262=top|"))
                    .contains("|35=W|", "|55=1|268=2|269=0|270=1.08513|269=1|270=1.08515|10=");
            application.send("V", "262=top|263=2|264=1|267=2|269=0|269=1|146=1|55=1|");
            application.subscribe("book", "264=0|265=1|", "55=1|");
            String book = application.await("|262=book|");
            assertThat(book)
                    .contains("|35=W|")
                    .contains("|268=2|269=0|278=2|270=1.08513|271=1000000|269=1|278=3|270=1.08515|271=2000000|10=");
            venues.tick(EUR_USD, ALPHA, BID - 10_000, Price.NONE);
            assertThat(application.await("|35=X|"))
                    .contains("|268=2|279=2|278=2|55=1|279=0|269=0|278=4|55=1|270=1.08512|271=1000000|10=");
        }
    }

    @Test
    void ebsPresetSendsChangedSideOnly() throws Exception {
        try (OpenVenues venues = OpenVenues.preset("ebs-like");
                FixSocket application = venues.logOn("EBS", "FIX.4.4", "")) {
            application.subscribe("1", "264=1|1300=1|1021=1|", "55=EUR/USD|167=FXSPOT|");
            venues.awaitSubscribed();
            venues.tick(EUR_USD, ALPHA, BID, Price.NONE);
            assertThat(application.await("|35=W|"))
                    .contains("|262=1|1021=1|461=RCSXXX|63=0|55=EUR/USD|268=1|269=0|")
                    .contains("|272=20261106|273=13:30:00.001|299=1|10=");
            venues.tick(EUR_USD, ALPHA, Price.NONE, ASK);
            assertThat(application.await("|35=W|")).contains("|268=1|269=1|270=1.08515|");
        }
    }
}
