package org.ticktoquote.pricing.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.ticktoquote.pricing.dialect.DialectParty.DEPTH;
import static org.ticktoquote.pricing.dialect.DialectParty.body;
import static org.ticktoquote.pricing.dialect.DialectParty.price;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ticktoquote.fix.dialect.Dictionaries;
import org.ticktoquote.fix.dialect.FixVersion;
import org.ticktoquote.fix.marketdata.MarketDataRequest;
import org.ticktoquote.fix.marketdata.MarketDataRequest.RequestedBook;
import org.ticktoquote.fix.marketdata.RequestReject;
import org.ticktoquote.pricing.publish.TierPrice;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Message;
import quickfix.SessionID;

/** Tests the bytes of prices and the rejects of each dialect. */
class DialectTest {
    private static final String HEADER = "|35=V|262=7|263=1|264=1|265=0|267=2|269=0|269=1|";

    private static String only(String dialect, int echoTag, RequestedBook wanted) {
        return body(new DialectParty(dialect, echoTag).send(price(42, 110_000, 110_002), wanted));
    }

    @Test
    void writesSnapshotWithTheVersionInItsHeader() {
        assertThat(new DialectParty("plain", 278).send(price(1_100_000_000, 110_000, 110_002), RequestedBook.TOP))
                .isEqualTo("8=FIX.4.4|9=153|35=W|34=1|49=PRICING|52=20261122-17:04:44.480|56=CLIENT-07|262=r|"
                        + "55=EUR/USD|268=2|269=0|278=1100000000|270=1.1|271=1000000|269=1|270=1.10002|271=1000000|"
                        + "10=086|");
        assertThat(only("plain", 299, RequestedBook.TOP)).contains("|271=1000000|299=42|269=1|");
        assertThat(only("plain", 5001, RequestedBook.TOP)).contains("|55=EUR/USD|5001=42|268=2|");
        assertThat(only("plain", 0, RequestedBook.TOP)).doesNotContain("=42|");
        assertThat(only("integral-like", 299, RequestedBook.TOP)).contains("|271=1000000|299=42|15=EUR|269=1|");

        assertThat(new DialectParty("fixt", 278).send(price(1, 2, 3), RequestedBook.TOP))
                .startsWith("8=FIXT.1.1|9=")
                .contains("|35=W|34=1|1128=8|49=PRICING|");
        assertThat(new DialectParty("integral-like", 278).send(price(1, 2, 3), RequestedBook.TOP))
                .startsWith("8=FIX.4.3|");
    }

    @Test
    void barInARequestIdIsNoSeparator() throws Exception {
        TierPrice price = price(42, 110_000, 110_002);
        Message read = new Message(new DialectParty("plain", 0).message(price, RequestedBook.TOP, "A|1", false), false);
        assertThat(read.getString(262)).isEqualTo("A|1");
    }

    @Test
    void lmaxUsesNumericIdsAndOneEntryTime() {
        assertThat(only("lmax-like", 0, RequestedBook.TOP))
                .matches("262=r\\|48=4001\\|22=8\\|268=2\\|269=0\\|270=1\\.1\\|271=1000000\\|272=20[0-9]{6}\\|"
                        + "273=[0-9:.]{12}\\|269=1\\|270=1\\.10002\\|271=1000000\\|");
    }

    /** Levels, ids, sides and kinds of messages. */
    @ParameterizedTest
    @CsvSource({
        "cboe-like, 299, false, true, 262=r|55=EUR/USD|268=6|269=0|270=1.09998|271=3000000|299=42|269=0|270=1.1|"
                + "271=1000000|269=0|270=1.09999|271=2000000|269=1|270=1.10004|271=3000000|269=1|270=1.10002|"
                + "271=1000000|269=1|270=1.10003|271=2000000|",
        "xtx-like, 299, false, true, 262=r|55=EUR/USD|268=2|269=0|270=1.1|271=1000000|299=42|106=1|"
                + "269=1|270=1.10002|271=1000000|299=42|106=1|",
        "ebs-like, 5001, true, false, 262=r|55=EUR/USD|1021=1|461=RCSXXX|63=0|5001=42|268=1|269=1|270=1.10002|"
                + "271=1000000|",
        "ctrader-like, 5001, true, true, 55=1|5001=42|268=2|269=0|270=1.1|269=1|270=1.10002|",
        "quotes, 117, true, true, 131=r|117=42|55=EUR/USD|132=1.1|133=1.10002|134=1000000|135=1000000|",
        "mass-quotes, 299, true, true, 131=r|117=42|296=1|302=1|304=1|295=1|299=42|55=EUR/USD|132=1.1|133=1.10002|"
                + "134=1000000|135=1000000|"
    })
    void writesWhatIsRequestedInTheFormOfTheDialect(
            String dialect, int echoTag, boolean topOnly, boolean bids, String expected) {
        assertThat(only(dialect, echoTag, new RequestedBook(topOnly, bids, true)))
                .isEqualTo(expected);
    }

    @Test
    void bookIsASnapshotFollowedByChanges() {
        DialectParty party = new DialectParty("ctrader-like", 0);
        assertThat(body(party.send(price(5, 110_000, 110_002), DEPTH)))
                .isEqualTo("55=1|268=6|269=0|278=52|270=1.09998|271=3000000|269=0|278=50|270=1.1|271=1000000|"
                        + "269=0|278=51|270=1.09999|271=2000000|269=1|278=57|270=1.10004|271=3000000|"
                        + "269=1|278=55|270=1.10002|271=1000000|269=1|278=56|270=1.10003|271=2000000|");
        String asks = "279=0|278=67|55=1|269=1|270=1.10005|271=3000000|279=0|278=66|55=1|269=1|270=1.10004|271=2000000|"
                + "279=0|278=65|55=1|269=1|270=1.10003|271=1000000|";
        assertThat(body(party.send(price(6, 110_000, 110_003), DEPTH)))
                .isEqualTo("268=6|279=2|278=55|55=1|279=2|278=56|55=1|279=2|278=57|55=1|" + asks);
        String again = body(party.send(price(6, 110_000, 110_003), DEPTH));
        assertThat(again)
                .startsWith("268=12|279=2|278=50|55=1|279=2|278=51|55=1|279=2|278=52|55=1|279=2|278=65|")
                .endsWith(asks);
        assertThat(body(party.send(price(6, 110_000, 110_003), DEPTH, "other", false)))
                .startsWith("55=1|268=6|269=0|");
    }

    private static List<String> values(FieldMap fields, int... tags) throws FieldNotFound {
        List<String> values = new ArrayList<>();
        for (int tag : tags) {
            values.add(fields.getString(tag));
        }
        return values;
    }

    @ParameterizedTest
    @EnumSource
    void quickFixReadsPricesOfEveryVersion(FixVersion version) throws Exception {
        TierPrice price = price(42, 110_000, 110_002);
        Message snapshot = Dictionaries.read(version, new DialectParty("cboe-like", version, 299).send(price, DEPTH));
        assertThat(values(snapshot, 262, 55)).containsExactly("r", "EUR/USD");
        assertThat(snapshot.getGroups(268))
                .extracting(entry -> entry.getString(269) + " " + entry.getString(270) + " " + entry.getString(271))
                .containsExactly(
                        "0 1.09998 3000000",
                        "0 1.1 1000000",
                        "0 1.09999 2000000",
                        "1 1.10004 3000000",
                        "1 1.10002 1000000",
                        "1 1.10003 2000000");
        assertThat(snapshot.getGroups(268).get(0).getString(299)).isEqualTo("42");

        Message quote =
                Dictionaries.read(version, new DialectParty("quotes", version, 117).send(price, RequestedBook.TOP));
        assertThat(values(quote, 131, 117, 132, 133, 135)).containsExactly("r", "42", "1.1", "1.10002", "1000000");

        if (version == FixVersion.FIX_42) {
            return; // FIX 4.2 mass quotes require an underlying (311), which the dialect of FIX 4.4 omits
        }
        Message mass = Dictionaries.read(
                version, new DialectParty("mass-quotes", version, 299).send(price, RequestedBook.TOP));
        Group entry = mass.getGroups(296).get(0).getGroups(295).get(0);
        assertThat(values(entry, 299, 55, 133)).containsExactly("42", "EUR/USD", "1.10002");
    }

    @ParameterizedTest
    @EnumSource
    void quickFixReadsBookChangesOfEveryVersion(FixVersion version) throws Exception {
        DialectParty party = new DialectParty("ctrader-like", version, 0);
        party.send(price(5, 110_000, 110_002), DEPTH);
        Message change = Dictionaries.read(version, party.send(price(6, 110_000, 110_003), DEPTH));
        assertThat(change.getHeader().getString(35)).isEqualTo("X");
        assertThat(change.getGroups(268))
                .extracting(entry -> entry.getString(279) + " " + entry.getString(278))
                .containsExactly("2 55", "2 56", "2 57", "0 67", "0 66", "0 65");
        assertThat(change.getGroups(268).get(5).getString(270)).isEqualTo("1.10003");
    }

    @Test
    void encodesPriceOnceForAllSessions() {
        Function<SessionID, PriceEncoder> encoders = Dialect.of("lmax-like").encoders(FixVersion.FIX_44, 0);
        TierPrice price = price(1, 2, 3);
        String first = new DialectParty(encoders.apply(new SessionID("FIX.4.4", "PRICING", "CLIENT-07")))
                .send(price, RequestedBook.TOP);
        long fromMs = System.currentTimeMillis();
        await().atMost(ONE_MINUTE).until(() -> System.currentTimeMillis() > fromMs + 1); // 273 would differ
        String second = new DialectParty(encoders.apply(new SessionID("FIX.4.4", "PRICING", "CLIENT-07")))
                .send(price, RequestedBook.TOP);
        assertThat(second).isEqualTo(first);
    }

    private static String refused(String dialect, String request) throws Exception {
        Dialect parsed = Dialect.of(dialect);
        RequestReject refused = parsed.fault(MarketDataRequest.read(request.replace('|', '\u0001')));
        if (refused == null) {
            return "granted";
        }
        Message message = parsed.refusal(parsed.version(), "7", refused);
        return message.toString().replace('\u0001', '|').replaceAll("^.*?(?=35=)|10=...\\|$", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "lmax-like; 146=1|48=4001|22=8|; granted",
                "lmax-like; 146=1|55=EUR/USD|48=4001|22=8|; 35=Y|58=55: expected no value|262=7|",
                "lmax-like; 146=1|55=EUR/USD|; 35=Y|58=22: expected 8|262=7|",
                "saxo-like; 146=1|55=EUR/USD|167=FOR|; granted",
                "saxo-like; 146=1|55=EUR/USD|; 35=Y|58=167: expected FOR|262=7|",
                "saxo-like; 146=2|55=EUR/USD|167=FOR|55=USD/JPY|167=FOR|; 35=Y|58=146=2: expected 1|262=7|",
                "ebs-like; 146=1|55=EUR/USD|167=FXSPOT|1021=1|1300=X|; granted",
                "ebs-like; 146=1|55=EUR/USD|167=FXSPOT|1021=1|; 35=Y|58=1300: expected a value|262=7|",
                "ctrader-like; 146=1|55=1|; 35=j|58=265: expected 1 (incremental refresh)|372=V|379=7|380=0|",
            })
    void rejectsUnsupportedRequestsPerDialect(String dialect, String pairs, String answer) throws Exception {
        assertThat(refused(dialect, HEADER + pairs)).isEqualTo(answer);
    }

    @Test
    void rejectsQuoteRequestsPerVersionAndIdsThatSaxoDoesNotAccept() throws Exception {
        MarketDataRequest request = MarketDataRequest.read("35=R|131=7|146=1|".replace('|', '\u0001'));
        Dialect quotes = Dialect.of("quotes");
        RequestReject refused = quotes.fault(request);
        assertThat(quotes.refusal(FixVersion.FIX_44, "7", refused).toString().replace('\u0001', '|'))
                .contains("|35=AG|", "|131=7|", "|658=1|");
        assertThat(quotes.refusal(FixVersion.FIX_42, "7", refused).toString().replace('\u0001', '|'))
                .contains("|35=b|", "|131=7|", "|297=5|", "|300=1|");

        for (String id : new String[] {"0", "a", "-1", "1.5", "99999999999"}) {
            assertThat(refused("saxo-like", HEADER.replace("262=7", "262=" + id) + "55=EUR/USD|167=FOR|"))
                    .as(id)
                    .contains("expected a positive integer");
        }
    }
}
