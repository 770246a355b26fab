package org.ticktoquote.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import quickfix.Message;

/** Tests snapshots made from prices of FIX venues. */
class VenuesTest {
    private static final String PAIRS = "EUR/USD:0.0001:0.00001,USD/JPY:0.01:0.001";

    private static RunningApplication application(String feeds) {
        return new RunningApplication("--feed", feeds, "--pairs", PAIRS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FIX.4.2", "FIX.4.3", "FIX.4.4", "FIXT.1.1"})
    void requestsAllPairsAndAnswersSnapshots(String version) throws Exception {
        try (VenueParty venue = new VenueParty(version, "LONDON");
                RunningApplication application = application(venue.address());
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1)) {
            await().atMost(ONE_MINUTE).until(() -> venue.requests().size() == 1);
            Message asked = venue.requests().get(0);
            assertThat(asked.getString(263) + asked.getString(264) + asked.getString(265))
                    .isEqualTo("110");
            assertThat(asked.getGroups(267))
                    .extracting(group -> group.getString(269))
                    .containsExactly("0", "1");
            assertThat(asked.getGroups(146))
                    .extracting(group -> group.getString(55))
                    .containsExactly("EUR/USD", "USD/JPY");
            clients.request(0, "r", "1", "EUR/USD");
            venue.top("EUR/USD", "9007199254740993", "1.10000", "1.10002");
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(0).size() == 1);
            venue.top("EUR/USD", "1", "1.10001", "1.10003");
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(0).size() == 2);
            assertThat(clients.snapshots(0))
                    .containsExactly("EUR/USD 1.1 1.10002 9007199254740993", "EUR/USD 1.10001 1.10003 1");
        }
    }

    @Test
    void requestsThePairsOfEachVenueAndAnswersTheBestOfBoth() throws Exception {
        try (VenueParty one = new VenueParty("FIX.4.4", "ONE");
                VenueParty two = new VenueParty("FIX.4.4", "TWO");
                RunningApplication application =
                        application(one.address() + "&pairs=USD/JPY," + two.address() + "&pairs=EUR%2FUSD%20USD/JPY");
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1)) {
            await().atMost(ONE_MINUTE)
                    .until(() -> one.requests().size() == 1 && two.requests().size() == 1);
            assertThat(one.requests().get(0).getGroups(146))
                    .extracting(group -> group.getString(55))
                    .containsExactly("USD/JPY");
            assertThat(two.requests().get(0).getGroups(146))
                    .extracting(group -> group.getString(55))
                    .containsExactly("EUR/USD", "USD/JPY");
            clients.request(0, "r", "1", "USD/JPY");
            one.top("USD/JPY", "1", "101.500", "101.504");
            clients.awaitSnapshots(1);
            two.top("USD/JPY", "2", "101.501", "101.505");
            clients.awaitSnapshots(2);
            assertThat(clients.snapshots(0)).containsExactly("USD/JPY 101.5 101.504 1", "USD/JPY 101.501 101.504 2");
        }
    }

    @Test
    void incrementsChangeTheBookAndPricesEchoTheirIdIfAny() throws Exception {
        try (VenueParty venue = new VenueParty("FIX.4.4", "VENUE");
                RunningApplication application = application(venue.address() + "&depth=0&update=1");
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1)) {
            await().atMost(ONE_MINUTE).until(() -> venue.requests().size() == 1);
            assertThat(venue.requests().get(0).getString(264)).isEqualTo("0");
            assertThat(venue.requests().get(0).getString(265)).isEqualTo("1");
            clients.request(0, "r", "1", "EUR/USD", "USD/JPY");
            venue.say(
                    "W",
                    "55=EUR/USD|269=0|278=a|270=1.10000|271=0.5|269=0|278=b|270=1.09999|269=1|278=c|270=1.10003|299=1");
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(0).size() == 1);
            venue.say("X", "279=2|278=a|55=EUR/USD|299=2");
            await().atMost(ONE_MINUTE).until(() -> clients.snapshots(0).size() == 2);
            venue.say(
                    "X",
                    "279=1|269=1|278=d|280=c|55=EUR/USD|270=1.10002|299=3|279=0|269=0|278=e|55=EUR/USD|270=1.10001|271=0");
            clients.awaitSnapshots(3);
            venue.top("USD/JPY", "", "101.500", "101.502");
            clients.awaitSnapshots(4);
            assertThat(clients.snapshots(0))
                    .containsExactly(
                            "EUR/USD 1.1 1.10003 1",
                            "EUR/USD 1.09999 1.10003 2",
                            "EUR/USD 1.09999 1.10002 3",
                            "USD/JPY 101.5 101.502 -");
        }
    }

    @Test
    void deleteByIdAloneRemovesOneSideOfATop() throws Exception {
        try (VenueParty venue = new VenueParty("FIX.4.4", "VENUE");
                RunningApplication application = application(venue.address() + "&update=1");
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), 1)) {
            await().atMost(ONE_MINUTE).until(() -> venue.requests().size() == 1);
            clients.request(0, "r", "1", "EUR/USD");
            venue.say("W", "55=EUR/USD|269=0|278=a|270=1.10000|299=1|269=1|278=b|270=1.10003|299=1");
            clients.awaitSnapshots(1);
            venue.say(
                    "X",
                    "279=2|278=a|55=EUR/USD|279=0|269=0|278=c|55=EUR/USD|270=1.10001|299=2"
                            + "|279=2|278=b|55=EUR/USD|279=0|269=1|278=d|55=EUR/USD|270=1.10002|299=2");
            clients.awaitSnapshots(2);
            assertThat(clients.snapshots(0)).containsExactly("EUR/USD 1.1 1.10003 1", "EUR/USD 1.10001 1.10002 2");
        }
    }

    @Test
    void reportsRefusalsAndReconnectsAfterABreak() throws Exception {
        try (VenueParty venue = new VenueParty("FIX.4.4", "VENUE");
                RunningApplication application = application(venue.address())) {
            await().atMost(ONE_MINUTE).until(() -> venue.requests().size() == 1);
            venue.say("Y", "262=all|281=0|58=unknown symbol USD/JPY");
            await().atMost(ONE_MINUTE).until(() -> reported(application, "rejected", "unknown symbol USD/JPY"));
            venue.refuse("not at this hour");
            venue.hangUp();
            await().atMost(ONE_MINUTE).until(() -> reported(application, "broken", "the venue closed the connection"));
            await().atMost(ONE_MINUTE).until(() -> reported(application, "logged-out", "not at this hour"));
            venue.refuse("");
            await().atMost(ONE_MINUTE).until(() -> venue.requests().size() == 2);
            application.end();
            await().atMost(ONE_MINUTE).until(() -> !venue.logouts().isEmpty());
        }
    }

    private static boolean reported(RunningApplication application, String state, String text) {
        application.expectAlive();
        return application.lines().stream().anyMatch(line -> line.contains(state) && line.contains(text));
    }
}
