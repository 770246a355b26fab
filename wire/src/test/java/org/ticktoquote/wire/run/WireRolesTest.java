package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.fix.message.Fix;

/** Assigns roles to the connections and feeds of a capture. */
final class WireRolesTest extends WireRunFixture {
    @Test
    void anyOfTheLinesOfAFeedCanBeChosen() {
        system.define(0, FEED + 1, 7, "EUR/USD", "USD/JPY");
        feedAndClient().price(50 * MS, 4, "EURUSD", 1, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        system.tick(11 * MS, FEED + 1, 7, 1, 1, 1, 2);

        RunManifest manifest = made(List.of(Selection.of("--ticks", ":" + (FEED + 1))), List.of(), List.of(), false);

        assertThat(ticks(manifest)).extracting(Sent::sentNs).containsExactly(11 * MS);
    }

    private void priceTwice(CapturedSystem.Connection one, CapturedSystem.Connection other) {
        for (int i = 1; i <= 50; i++) {
            system.tick(10 * MS * i, FEED, 7, i, 0, i, i + 1);
            one.price(10 * MS * i + 5, 3 + i, "EURUSD", i, "1.1", "1.2");
            other.price(10 * MS * i + 6, 3 + i, "EURUSD", i, "1.1", "1.2");
        }
    }

    @Test
    void refusesTwoConcurrentConnectionsWithTheSameCompIdsUnlessSelected() {
        CapturedSystem.Connection one = feedAndClient();
        priceTwice(one, system.clientOf("10.0.0.2", "CLIENT").logon(4 * MS));

        assertThatThrownBy(this::made)
                .hasMessageContaining("two connections of CLIENT")
                .hasMessageContaining("10.0.0.1:9876 to 10.0.0.9:50000, 10.0.0.2:9876 to 10.0.0.9:50001")
                .hasMessageContaining("--quotes");
        clear();
        RunManifest manifest = made(List.of(), List.of(Selection.of("--quotes", "10.0.0.1:9876")), List.of(), false);
        assertThat(quotes(manifest, 0)).endsWith("0 @500000005 tick 50");
    }

    @Test
    void importRefusesTwoConcurrentConnectionsOfAPriceSourceUnlessSelected() {
        CapturedSystem.Connection one = system.between("10.0.0.1", "PRICING", "10.1.0.1", "EBS");
        CapturedSystem.Connection other = system.between("10.0.0.1", "PRICING", "10.1.0.2", "EBS");
        for (int i = 1; i <= 50; i++) {
            one.price(10 * MS * i, 1 + i, "EUR/USD", i, "1.1", "1.2");
            other.price(10 * MS * i + 1, 1 + i, "EUR/USD", i, "1.1", "1.2");
        }

        assertThatThrownBy(() -> VenuePrices.read(system, "a.pcap", List.of(), folder, () -> {}))
                .hasMessageStartingWith("--sender: two connections of PRICING bring prices at the same time: "
                        + "10.1.0.1:9876 to 10.0.0.1:50000, 10.1.0.2:9876 to 10.0.0.1:50001, expected HOST:PORT");
        clear();
        List<Selection> sender = List.of(Selection.of("--sender", "10.1.0.2:9876"));
        VenuePrices prices = VenuePrices.read(system, "a.pcap", sender, folder, () -> {});
        assertThat(prices.sessions()).extracting(CapturedFixSession::prices).containsExactly(50L);
    }

    @Test
    void clientAddressSelectsOneOfTwoConnectionsToAServer() {
        CapturedSystem.Connection one = feedAndClient();
        priceTwice(one, system.client("CLIENT", true).logon(4 * MS));

        RunManifest manifest = made(List.of(), List.of(Selection.of("--quotes", "10.0.0.9:50001")), List.of(), false);

        assertThat(quotes(manifest, 0)).endsWith("0 @500000006 tick 50");
    }

    @Test
    void segmentWithADamagedPortIsNotASecondConnection() {
        CapturedSystem.Connection client = feedAndClient();
        CapturedSystem.Connection damaged = system.client("CLIENT", false);
        for (int i = 1; i <= 50; i++) {
            system.tick(10 * MS * i, FEED, 7, i, 0, i, i + 1);
            (i == 20 ? damaged : client).price(10 * MS * i + 5, 3 + i, "EURUSD", i, "1.1", "1.2");
        }
        client.hole(201 * MS, 100);

        RunManifest manifest = made();

        assertThat(manifest.observed().host()).containsEntry("wire.misaddressedFix", "1");
        assertThat(quotes(manifest, 0))
                .endsWith("0 @500000005 tick 50")
                .doesNotContain("0 @200000005 tick 20")
                .noneMatch(event -> event.startsWith("2 "));
    }

    @Test
    void refusesASelectionThatMatchesNothingAndListsTheSessions() {
        feedAndClient().price(50 * MS, 4, "EURUSD", 1, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);

        assertThatThrownBy(() -> made("", "FOO"))
                .hasMessageContaining("--quotes: 'FOO' has no prices in the capture")
                .hasMessageContaining("PRICING at 10.0.0.1:9876 sends 3 prices to CLIENT");
        assertThatThrownBy(() -> made(":" + FEED + ",fix", "CLIENT"))
                .hasMessageContainingAll("--ticks: ':40001,fix' has no ticks in the capture", "ticks at udp://");
        assertThatThrownBy(() -> made(":1", "CLIENT"))
                .hasMessageContainingAll("--ticks: ':1' has no ticks in the capture", "ticks at udp://")
                .hasMessageContaining(":" + FEED);
    }

    @ParameterizedTest
    @CsvSource({"--ticks, ':40001', ':4001'", "--quotes, CLIENT, CLEINT"})
    void refusesAnAbsentSelectionNextToAPresentOneUnlessAbsentOnesAreIgnored(
            String option, String present, String absent) {
        feedAndClient().price(50 * MS, 4, "EURUSD", 1, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        WirePlan plan = plan();
        List<Selection> both = List.of(Selection.of(option, present), Selection.of(option, absent));
        plan.ticks = option.equals("--ticks") ? both : List.of();
        plan.quotes = option.equals("--quotes") ? both : List.of();

        assertThatThrownBy(() -> made(plan, system))
                .hasMessageContaining(option + ": '" + absent + "' has no "
                        + (option.equals("--ticks") ? "ticks" : "prices") + " in the capture")
                .hasMessageNotContaining("'" + present + "'");
        plan.ignoresAbsent = true;
        assertThat(made(plan, system).sessions()).extracting(SessionPlan::name).containsExactly("CLIENT");
    }

    @Test
    void countsASessionWhosePricesMoveToAnotherAddress() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        subscribed("STAYS").price(12 * MS, 4, "EURUSD", 1, "1.1", "1.2");
        subscribed("MOVES").price(12 * MS, 4, "EURUSD", 1, "1.1", "1.2").logout(13 * MS, false);
        CapturedSystem.Connection later = system.clientOf("10.0.0.2", "MOVES").logon(14 * MS);
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        later.price(15 * MS, 2, "EURUSD", 1, "1.1", "1.2");

        assertThat(made().observed().host())
                .containsEntry("wire.sessionsOfSeveralAddresses", "1")
                .containsEntry("wire.quotes", "10.0.0.1:9876, 10.0.0.2:9876");
    }

    @Test
    void ticksAreThoseOfTheVenuesThatTheApplicationSubscribedTo() {
        CapturedSystem.Connection a = system.venue("VENUE-A").logon(0).subscribe(1, "EUR/USD");
        CapturedSystem.Connection b = system.venue("VENUE-B").logon(0).subscribe(1, "EUR/USD");
        CapturedSystem.Connection client = subscribed("CLIENT");
        a.price(10 * MS, 2, "EUR/USD", 501, "1.10", "1.11");
        b.price(11 * MS, 2, "EUR/USD", 77, "1.12", "1.13");
        a.price(12 * MS, 3, "EUR/USD", 502, "1.14", "1.15");
        client.price(13 * MS, 4, "EURUSD", 77, "1.1", "1.2").price(14 * MS, 5, "EURUSD", 502, "1.1", "1.2");

        RunManifest manifest = made();

        assertThat(manifest.recording().venues()).containsExactly("VENUE-A", "VENUE-B");
        assertThat(manifest.declared().matching().venueOrder()).isEqualTo(Matching.PER_VENUE);
        assertThat(ticks(manifest))
                .containsExactly(
                        new Sent(1, 10 * MS, 0, 1_100_000_000L),
                        new Sent(2, 11 * MS, 0, 1_120_000_000L),
                        new Sent(3, 12 * MS, 0, 1_140_000_000L));
        assertThat(quotes(manifest, 0)).endsWith("0 @13000000 tick 2", "0 @14000000 tick 3");
        assertThat(manifest.sessions()).extracting(SessionPlan::name).containsExactly("CLIENT");
    }

    @ParameterizedTest
    @CsvSource({"EUR/USD, unsaid, true", "EUR/USD, total, false", "USD/JPY, unsaid, false"})
    void refusesSessionsThatShareAPairIfMatchingNeedsOneOrder(String pair, String order, boolean refused) {
        CapturedSystem.Connection first = system.between("10.0.0.1", "PRICING-1", "10.1.0.1", "VENUE");
        first.logon(0).subscribe(1, "EUR/USD").price(10 * MS, 2, "EUR/USD", 501, "1.10", "1.11");
        CapturedSystem.Connection second = system.between("10.0.0.1", "PRICING-2", "10.1.0.1", "VENUE");
        second.logon(0).subscribe(1, pair).price(11 * MS, 2, pair, 77, "1.12", "1.13");
        subscribed("CLIENT");
        WirePlan plan = plan();
        plan.declared = new RunManifest.Declared(
                Matching.byPrice(Matching.LEARNED).with(order),
                new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L), 0),
                plan.declared.conflation());

        if (refused) {
            assertThatThrownBy(() -> made(plan, system))
                    .hasMessage(
                            "--ticks: VENUE to PRICING-1 and VENUE to PRICING-2 both have EUR/USD, so the application"
                                    + " can read their ticks in another order than they were sent; matching by price"
                                    + " depends on the sending order, expected --venue-order total if your application"
                                    + " keeps the order, one session by --ticks, or --match id without a model");
        } else {
            assertThat(made(plan, system).declared().matching().venueOrder()).isEqualTo(Matching.TOTAL);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "venue-time-ms, 0, --match-keys: 'venue-time-ms'",
        "size, 2000000000, --stale-after: '2.00 s'",
    })
    void refusesDeclarationsAboutVenueTimesOfTicksOverFix(String key, long staleAfterNs, String option) {
        system.venue("VENUE").logon(0).subscribe(1, "EUR/USD").price(10 * MS, 2, "EUR/USD", 501, "1.10", "1.11");
        subscribed("CLIENT");
        WirePlan plan = plan();
        plan.declared = new RunManifest.Declared(
                new Matching(
                        Matching.BY_PRICE,
                        278,
                        "decimal",
                        List.of(key),
                        Matching.LEARNED,
                        Matching.TOTAL,
                        Matching.Limits.DEFAULT),
                new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, staleAfterNs, List.of(0L), 0),
                plan.declared.conflation());

        assertThatThrownBy(() -> made(plan, system))
                .hasMessage(option + " needs the venues' own times, but ticks over FIX have the capture's,"
                        + " expected ticks of a feed");
    }

    @Test
    void refusesMoreVenuesThanATickCanName() {
        for (int i = 0; i <= 256; i++) {
            system.between("10.0.0.1", "PRICING-IN", "10.1.0." + i % 250, "VENUE-" + i)
                    .logon(0)
                    .price(MS, 2, "EUR/USD", 501, "1.10", "1.11");
        }
        subscribed("CLIENT");

        assertThatThrownBy(this::made)
                .hasMessage("--ticks: the captures have 257 venues, expected ADDRESS of at most 256");
    }

    @Test
    void eachVenueHasItsOwnTagOfTickIds() {
        CapturedSystem.Connection a = system.venue("VENUE-A").logon(0).subscribe(1, "EUR/USD");
        system.venue("VENUE-B").logon(0).subscribe(1, "EUR/USD").price(11 * MS, 2, "EUR/USD", 77, "1.12", "1.13");
        String price = Fix.text(a.snapshot(2, "EUR/USD", 501, "1.10", "1.11"));
        a.bytes(10 * MS, Fix.message(price.replaceAll(".*(35=W.*)10=.*", "$1").replace("299=", "278=")));
        CapturedSystem.Connection client = subscribed("CLIENT");
        client.price(13 * MS, 4, "EURUSD", 77, "1.1", "1.2").price(14 * MS, 5, "EURUSD", 501, "1.1", "1.2");
        List<Selection> venues =
                List.of(Selection.of("--ticks", "VENUE-A,fix:278"), Selection.of("--ticks", "VENUE-B,fix:299"));

        RunManifest manifest = made(venues, List.of(), List.of(), false);

        assertThat(quotes(manifest, 0)).endsWith("0 @13000000 tick 2", "0 @14000000 tick 1");
    }

    @Test
    void readsAConnectionInProgressFromItsFirstWholeMessage() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection client = system.client("CLIENT", false);
        byte[] price = client.snapshot(4_000, "EURUSD", 0, "1.1", "1.2");
        client.bytes(MS, Arrays.copyOfRange(price, 30, price.length));
        client.price(2 * MS, 4_001, "EURUSD", 0, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        client.price(11 * MS, 4_002, "EURUSD", 1, "1.1", "1.2");

        assertThat(quotes(made(), 0))
                .endsWith("0 @2000000 tick 0", "0 @11000000 tick 1")
                .noneMatch(event -> event.startsWith("3 ") || event.startsWith("7 "));
    }

    @Test
    void refusesAmbiguousTicksAndListsSessionsAndOptions() {
        system.client("CLIENT", true).logon(MS).price(2 * MS, 2, "EURUSD", 1, "1.1", "1.2");

        assertThatThrownBy(this::made)
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("ticks are ambiguous: no FIX session is clearly the application's input")
                .hasMessageContaining("--ticks")
                .hasMessageContaining("PRICING at 10.0.0.1:9876 sends 1 price to CLIENT");
        assertThat(folder.resolve("parts")).doesNotExist();
        assertThat(Files.exists(folder.resolve("run.json"))).isFalse();
    }

    @Test
    void printsIpv6AddressesInTheFormOfOptions() {
        system.between("2001:db8::9", "CLIENT", "2001:db8::1", "PRICING")
                .logon(MS)
                .price(2 * MS, 2, "EURUSD", 1, "1.1", "1.2");

        assertThatThrownBy(this::made).hasMessageContaining("PRICING at [2001:db8:0:0:0:0:0:1]:9876 sends 1 price");
    }

    @ParameterizedTest
    @CsvSource({"::1, [::1]:9876", "2001:db8::5, [2001:DB8:0::5]:9876", "127.0.0.1, localhost:9876"})
    void addressesAreSelectedInAnyFormOfTheirHost(String host, String quotes) {
        feedAndClient();
        system.between("2001:db8::9", "OTHER", host, "OTHER-APP").logon(MS).price(2 * MS, 2, "EURUSD", 1, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);

        assertThat(made("", quotes).sessions()).extracting(SessionPlan::name).containsExactly("OTHER");
    }

    @Test
    void optionsDecideTheRoles() {
        CapturedSystem.Connection source = system.client("APPLICATION", true).logon(0);
        source.price(2 * MS, 2, "EUR/USD", 9, "1.1", "1.2");
        system.client("CLIENT", true).logon(0).price(3 * MS, 2, "EUR/USD", 9, "1.1", "1.2");

        RunManifest manifest =
                made(List.of(Selection.of("--ticks", "APPLICATION,fix:299")), List.of(), List.of(), false);

        assertThat(manifest.sessions()).extracting(SessionPlan::name).containsExactly("CLIENT");
        assertThat(ticks(manifest)).containsExactly(new Sent(1, 2 * MS, 0, 1_100_000_000L));
    }

    @Test
    void requiresPairsForAFeedWithoutDefinitions() {
        subscribed("CLIENT");
        system.tick(10 * MS, FEED, 7, 1, 1, 1, 2);

        assertThatThrownBy(this::made).hasMessageContaining("--pairs").hasMessageContaining("2 instruments");
        clear();
        RunManifest manifest = made(List.of(), List.of(), List.of("USD/JPY", "EUR/USD"), false);
        assertThat(manifest.recording().instruments())
                .extracting(Instrument::symbol)
                .containsExactly("USD/JPY", "EUR/USD");
    }

    @Test
    void definitionsOfAFeedApplyToItsOtherDestinations() {
        feedAndClient();
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        system.tick(10 * MS + 1, FEED + 1, 7, 1, 0, 1, 2);
        system.tick(11 * MS, FEED + 1, 7, 2, 1, 1, 2);

        assertThat(ticks(made())).extracting(Sent::sentNs).containsExactly(10 * MS, 11 * MS);
    }

    private void application(int number, String venueHost, String asks, String answers) {
        String host = "10.0.0." + number;
        CapturedSystem.Connection venue = system.between(venueHost, asks, "10.1.0.1", "EBS");
        CapturedSystem.Connection client = system.between("10.0.1." + number, "C" + number, host, answers);
        venue.logon(0).subscribe(1, "EUR/USD");
        client.logon(0).subscribe(1, "EUR/USD");
        for (int i = 1; i <= 20; i++) {
            venue.price(10 * MS * i + number, 1 + i, "EUR/USD", i, "1.1", "1.2");
            client.price(10 * MS * i + 100 + number, 1 + i, "EUR/USD", i, "1.1", "1.2");
        }
    }

    private RunManifest made(String ticks, String quotes) {
        List<Selection> by = ticks.isEmpty() ? List.of() : List.of(Selection.of("--ticks", ticks));
        return made(by, List.of(Selection.of("--quotes", quotes)), List.of(), false);
    }

    private void assertIsOfApplication(int number, RunManifest manifest) {
        assertThat(manifest.sessions()).extracting(SessionPlan::name).containsExactly("C" + number);
        assertThat(ticks(manifest)).hasSize(20).allMatch(tick -> tick.sentNs() % MS == number);
    }

    @ParameterizedTest
    @CsvSource({
        "APPMD, APP, APP2MD, APP2, '', APP",
        "APPMD, APP, APP2MD, APP2, '', 10.0.0.2:9876",
        "APPMD, APP, APP2MD, APP2, '', C2",
        "APPMD, APP, APP2MD, APP2, 10.1.0.1:9876, 10.0.0.2:9876",
        "APPMD, APP, APP2MD, APP2, EBS, APP",
        "APPMD, APP, APP2MD, APP2, APPMD, APP",
        "APP, APP, APP2, APP2, '', APP",
        "APP, APP, APP, APP, '', 10.0.0.2:9876",
        "APPMD, APP, APPMD, APP, EBS, 10.0.0.2:9876",
    })
    void quotesOptionSelectsOneOfTwoApplicationsOfTheSameVenue(
            String asks, String answers, String otherAsks, String otherAnswers, String ticks, String quotes) {
        application(2, "10.0.0.2", asks, answers);
        application(3, "10.0.0.3", otherAsks, otherAnswers);

        assertIsOfApplication(2, made(ticks, quotes));
    }

    @Test
    void refusesTwoApplicationsWithoutASelection() {
        application(2, "10.0.0.2", "APPMD", "APP");
        application(3, "10.0.0.3", "APP2MD", "APP2");

        assertThatThrownBy(this::made)
                .hasMessageContainingAll("several applications found", "APP2 at 10.0.0.3:9876 sends 20 prices to C3");
        assertThatThrownBy(() -> made(List.of(Selection.of("--ticks", "EBS")), List.of(), List.of(), false))
                .hasMessageContaining("several applications");
    }

    @Test
    void refusesTwoApplicationsWithOneCompIdAndListsTheirHosts() {
        application(2, "10.0.0.2", "APPMD", "APP");
        application(3, "10.0.0.3", "APPMD", "APP");

        assertThatThrownBy(() -> made("", "APP"))
                .hasMessageContaining("two connections of APPMD")
                .hasMessageContaining("10.1.0.1:9876 to 10.0.0.2:50000, 10.1.0.1:9876 to 10.0.0.3:50002");
    }

    @Test
    void refusesTwoConnectionsToAPriceSourceWithoutASelection() {
        application(2, "10.0.0.2", "APPMD", "APP");
        CapturedSystem.Connection backup =
                system.between("10.0.0.2", "APPMD", "10.1.0.2", "EBS").logon(0);
        for (int i = 1; i <= 20; i++) {
            backup.price(10 * MS * i + 3, 1 + i, "EUR/USD", i, "1.1", "1.2");
        }

        assertThatThrownBy(() -> made("", "APP"))
                .hasMessageContainingAll("10.1.0.1:9876 to 10.0.0.2:50000, 10.1.0.2:9876 to 10.0.0.2:50002", "--ticks");
        clear();
        assertIsOfApplication(2, made("10.1.0.1:9876,fix", "APP"));
    }

    @ParameterizedTest
    @CsvSource({"false, '', APP", "false, APPMD, APP", "true, APPMD, APP", "true, '', APP"})
    void applicationCanSubscribeThroughAGatewayWithOtherHostAndCompId(boolean other, String ticks, String quotes) {
        application(2, "10.0.0.5", "APPMD", "APP");
        if (other) {
            application(3, "10.0.0.3", "APP2", "APP2");
        }

        assertIsOfApplication(2, made(ticks, quotes));
    }

    @Test
    void refusesTwoGatewaysOfDifferentApplications() {
        application(2, "10.0.0.5", "APPMD", "APP");
        application(3, "10.0.0.6", "APP2MD", "APP2");

        assertThatThrownBy(() -> made("", "APP"))
                .hasMessageContaining("ticks are ambiguous: no FIX session is clearly the application's input");
    }
}
