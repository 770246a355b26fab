package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.TickDigest;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;
import org.ticktoquote.fix.message.Fix;

final class WireRunTest extends WireRunFixture {
    private static final long WARM = TickRecord.WARM_UP_BASE;

    @Test
    void recordsWireTimesOfTicksAndQuotesToTheNanosecond() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection one = subscribed("CLIENT-1");
        CapturedSystem.Connection two = subscribed("CLIENT-0");
        for (int i = 1; i <= 50; i++) {
            long sentNs = 10 * MS * i + 7;
            system.tick(sentNs, FEED, 7, i, i % 2, i, i + 1);
            one.price(sentNs + 123_457, 3 + i, i % 2 == 0 ? "EURUSD" : "USDJPY", i, "1.1", "1.2");
            two.price(sentNs + 1_000_001, 3 + i, i % 2 == 0 ? "EURUSD" : "USDJPY", i, "1.1", "1.2");
        }

        RunManifest manifest = made();

        assertThat(manifest.about().source()).isEqualTo("wire");
        assertThat(manifest.scheduled()).isFalse();
        assertThat(manifest.recording().instruments())
                .extracting(Instrument::symbol)
                .containsExactly("EUR/USD", "USD/JPY");
        assertThat(manifest.sessions())
                .extracting(SessionPlan::name, SessionPlan::instruments)
                .containsExactly(tuple("CLIENT-0", List.of(0, 1)), tuple("CLIENT-1", List.of(0, 1)));
        assertThat(manifest.time().clocks().get(0).realtimeNs()).isEqualTo(CapturedSystem.START_NS);
        List<Sent> ticks = ticks(manifest);
        assertThat(ticks).hasSize(50);
        List<String> slow = quotes(manifest, 0);
        List<String> fast = quotes(manifest, 1);
        for (int i = 1; i <= 50; i++) {
            long sentNs = 10 * MS * i + 7;
            assertThat(ticks.get(i - 1)).isEqualTo(new Sent(i, sentNs, i % 2, i));
            assertThat(slow.get(3 + i)).isEqualTo("0 @" + (sentNs + 1_000_001) + " tick " + i);
            assertThat(fast.get(3 + i)).isEqualTo("0 @" + (sentNs + 123_457) + " tick " + i);
        }
        assertThat(fast.subList(0, 4)).containsExactly("15 @0", "1 @1000001", "0 @3000000 tick 0", "0 @3000000 tick 0");
        assertThat(folder.resolve("parts")).doesNotExist();
    }

    @Test
    void renumbersTickIdsAndTheirEchoesFromOne() {
        CapturedSystem.Connection client = feedAndClient();
        system.tick(10 * MS, FEED, 7, 4711, 0, 1, 2);
        system.tick(20 * MS, FEED, 7, 4712, 0, 2, 3);
        system.tick(24 * MS, FEED, 7, 4714, 0, 3, 4); // 4713 is missing
        client.price(11 * MS, 4, "EURUSD", 4711, "1.1", "1.2");
        client.price(25 * MS, 5, "EURUSD", 4713, "1.1", "1.2");
        client.price(31 * MS, 6, "EURUSD", 4714, "1.1", "1.2");
        client.price(21 * MS, 7, "EURUSD", 9999, "1.1", "1.2");

        RunManifest manifest = made();

        assertThat(ticks(manifest)).extracting(Sent::id).containsExactly(1L, 2L, 3L);
        assertThat(quotes(manifest, 0))
                .containsSubsequence(
                        "0 @11000000 tick 1", "0 @21000000 tick -1", "0 @25000000 tick 2", "0 @31000000 tick 3");
        assertThat(manifest.observed().host()).containsEntry("wire.ticksMissing", "1");
        assertThat(manifest.observed().disturbances()).containsEntry("capture-ticks-missing", 1.0);
    }

    @Test
    void pricesOfMissingTicksAreNotUnexplained() {
        CapturedSystem.Connection client = feedAndClient();
        client.price(5 * MS, 4, "EURUSD", 4710, "1.1", "1.2"); // echoes a tick before the capture
        system.tick(10 * MS, FEED, 7, 4711, 1, 1, 2);
        client.price(12 * MS, 5, "EURUSD", 4712, "1.1", "1.2"); // missing, before the next tick of its pair
        system.tick(20 * MS, FEED, 7, 4713, 0, 2, 3);
        client.price(25 * MS, 6, "EURUSD", 4714, "1.1", "1.2"); // missing, before the next tick
        client.price(29 * MS, 7, "EURUSD", 4715, "1.1", "1.2"); // before its tick
        system.tick(30 * MS, FEED, 7, 4715, 0, 3, 4);
        client.price(32 * MS, 8, "USDJPY", 4709, "1.1", "1.2");

        assertThat(quotes(made(), 0)).endsWith("0 @3000000", "0 @3000000", "0 @25000000 tick 2", "0 @29000000 tick 3");
    }

    @Test
    void lateTicksCountAsOvertakenAndOnlyAbsentOnesAsMissing() {
        feedAndClient().price(50 * MS, 4, "EURUSD", 10, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 10, 0, 1, 2);
        system.tick(11 * MS, FEED, 7, 7, 0, 1, 2); // overtaken; 9 is missing
        system.tick(12 * MS, FEED, 7, 8, 0, 1, 2);

        assertThat(made().observed().host())
                .containsEntry("wire.ticksOvertaken", "2")
                .containsEntry("wire.ticksMissing", "1");
    }

    @Test
    void countsAnUnreadableFixMessage() {
        byte[] message = "8=FIX.4.4\0019=5\00135=0\00110=000\001".getBytes(StandardCharsets.US_ASCII);
        feedAndClient().price(20 * MS, 4, "EURUSD", 1, "1.1", "1.2").bytes(21 * MS, message);
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);

        assertThat(made().observed().host()).containsEntry("wire.unreadableFix", "1");
    }

    @Test
    void unreadableMessagesDoNotEndTheSessionOfACapture() {
        CapturedSystem.Connection client = feedAndClient();
        for (int i = 0; i <= 100; i++) {
            client.bytes(5 * MS + i, Fix.bytes("noise"));
        }
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        client.price(11 * MS, 4, "EURUSD", 1, "1.1", "1.2");

        assertThat(quotes(made(), 0))
                .endsWith("0 @11000000 tick 1")
                .noneMatch(event -> event.startsWith("2 ") || event.startsWith("3 "));
    }

    @Test
    void pricesOfARequestWithSeveralNamesOfAPairAreOfThisPair() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection client = system.client("CLIENT", true).logon(MS);
        client.subscribe(2 * MS, "EUR/USD", 4001, 4002).priceOfRequest(3 * MS, 2, 0, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        client.priceOfRequest(11 * MS, 3, 1, "1.1", "1.2");

        RunManifest manifest = made();

        assertThat(quotes(manifest, 0)).endsWith("0 @3000000 tick 0", "0 @11000000 tick 1");
        assertThat(manifest.sessions()).extracting(SessionPlan::instruments).containsExactly(List.of(0));
    }

    @Test
    void securityIdNamesAPairWithoutASymbol() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        system.client("CLIENT", true)
                .logon(MS)
                .subscribe(2 * MS, "[N/A]", 4001)
                .subscribe(2 * MS, "[N/A]", 4002)
                .price(3 * MS, 2, "[N/A]|48=4001", 0, "1.1", "1.2")
                .price(4 * MS, 3, "[N/A]|48=4002", 0, "101", "102");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);

        WirePlan plan = plan();
        plan.names = Map.of("4001", "EUR/USD", "4002", "USD/JPY");
        assertThat(made(plan, system).sessions())
                .extracting(SessionPlan::instruments)
                .containsExactly(List.of(0, 1));
    }

    @Test
    void damagedTickDoesNotAffectLaterTicks() {
        feedAndClient().price(50 * MS, 4, "EURUSD", 1, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        system.tick(11 * MS, FEED, 7, 2, 500_000, 0, 1, 2);
        system.tick(12 * MS, FEED, 7, Long.MAX_VALUE, Long.MAX_VALUE, 0, 1, 2);
        system.tick(13 * MS, FEED, 7, Long.MIN_VALUE, Long.MIN_VALUE, 0, 1, 2);
        system.tick(14 * MS, FEED, 7, 3, 65_535, 1, 2); // undefined instrument

        RunManifest manifest = made();

        assertThat(ticks(manifest)).extracting(Sent::sentNs).containsExactly(10 * MS, 14 * MS);
        assertThat(manifest.observed().host())
                .containsEntry("wire.ticksMissing", "1")
                .containsEntry("wire.feedDamaged", "3");
        assertThat(manifest.recording().instruments())
                .extracting(Instrument::symbol)
                .containsExactly("EUR/USD", "USD/JPY", "instrument 65535");
    }

    @Test
    void doesNotMeasureTheWarmUpOfACapturedRun() {
        system.define(0, FEED, 6, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection client = subscribed("CLIENT");
        system.tick(5 * MS, FEED, 6, TickRecord.WARM_UP_BASE + 1, 0, 1, 2);
        client.price(6 * MS, 4, "EURUSD", TickRecord.WARM_UP_BASE + 1, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        client.price(11 * MS, 5, "EURUSD", 1, "1.1", "1.2");

        RunManifest manifest = made();

        assertThat(manifest.replay().ticks()).isEqualTo(1);
        assertThat(manifest.warmUp().ticks()).isEqualTo(1);
        assertThat(quotes(manifest, 0)).contains("0 @6000000 tick 1000000000001", "0 @11000000 tick 1");
    }

    @ParameterizedTest
    @CsvSource({
        "1764230400123, 1764230400124, 2, 0", // milliseconds since 1970
        "1000000000001, 1000000000002, 2, 0",
        "1000000000001, 1, 1, 1",
    })
    void onlyIdsThatRestartAreThoseOfAWarmUpAtAVenue(long first, long second, int measured, int warm) {
        CapturedSystem.Connection venue = system.venue("VENUE").logon(0).subscribe(1, "EUR/USD");
        venue.price(10 * MS, 2, "EUR/USD", first, "1.1", "1.2").price(20 * MS, 3, "EUR/USD", second, "1.2", "1.3");
        subscribed("CLIENT").price(21 * MS, 4, "EURUSD", second, "1.2", "1.3");

        RunManifest manifest = made();

        assertThat(ticks(manifest)).hasSize(measured);
        assertThat(manifest.warmUp().ticks()).isEqualTo(warm);
        assertThat(quotes(manifest, 0)).endsWith("0 @21000000 tick " + measured);
    }

    @Test
    void refusesTheWarmUpAloneOfOwnVenues() {
        CapturedSystem.Connection venue = system.venue("VENUE").logon(0).subscribe(1, "EUR/USD");
        venue.price(10 * MS, 2, "EUR/USD", TickRecord.WARM_UP_BASE + 1, "1.1", "1.2");
        subscribed("CLIENT").price(21 * MS, 4, "EURUSD", TickRecord.WARM_UP_BASE + 1, "1.1", "1.2");
        WirePlan plan = plan();
        plan.isRestarted = true;

        assertThatThrownBy(() -> made(plan, system))
                .hasMessageContaining("the captures contain no tick outside the warm-up");
    }

    @Test
    void reportsAnInterruptionDuringTheWarmUp() {
        system.define(0, FEED, 6, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection client = subscribed("CLIENT");
        system.tick(5 * MS, FEED, 6, TickRecord.WARM_UP_BASE + 1, 0, 1, 2);
        client.price(6 * MS, 4, "EURUSD", TickRecord.WARM_UP_BASE + 1, "1.1", "1.2");
        AtomicInteger passes = new AtomicInteger();
        Traffic interrupted = (packets, streams, step) -> {
            Traffic.Facts facts = system.replay(packets, streams, step);
            if (passes.incrementAndGet() == 2) {
                throw new CancellationException("interrupted");
            }
            return facts;
        };

        assertThatThrownBy(() -> made(plan(), interrupted))
                .hasMessage("interrupted before the first tick outside the warm-up; nothing was measured");
    }

    @Test
    void countsRepeatedAndOvertakenTicksOfTwoLinesOnce() {
        system.define(0, FEED + 1, 7, "EUR/USD", "USD/JPY");
        feedAndClient().price(50 * MS, 4, "EURUSD", 3, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        system.tick(10 * MS + 1, FEED + 1, 7, 1, 0, 1, 2); // line B
        system.tick(12 * MS, FEED, 7, 3, 0, 3, 4);
        system.tick(13 * MS, FEED + 1, 7, 2, 0, 2, 3); // overtaken
        system.tick(14 * MS, FEED + 1, 7, 3, 0, 3, 4);

        RunManifest manifest = made();

        assertThat(ticks(manifest))
                .extracting(Sent::sentNs, Sent::bid)
                .containsExactly(tuple(10 * MS, 1L), tuple(12 * MS, 3L), tuple(13 * MS, 2L));
        assertThat(manifest.observed().host())
                .containsEntry("wire.ticksRepeated", "2")
                .containsEntry("wire.ticksOvertaken", "1")
                .doesNotContainKey("wire.ticksMissing");
        assertThat(quotes(manifest, 0)).contains("0 @50000000 tick 2");
    }

    @Test
    void holeInTheCaptureIsNotAGapOfTheApplication() {
        CapturedSystem.Connection client = feedAndClient();
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        byte[] next = client.snapshot(6, "EURUSD", 1, "1.1", "1.2");
        client.hole(12 * MS, 300).bytes(13 * MS, next);

        RunManifest manifest = made();

        assertThat(quotes(manifest, 0))
                .endsWith("15 @12000000", "0 @13000000 tick 1")
                .noneMatch(event -> event.startsWith("3 "));
        assertThat(manifest.observed().disturbances()).containsEntry("capture-holes", 1.0);
    }

    @Test
    void holeBeforeTheFirstCapturedByteIsNotAFaultOfTheApplication() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection client = system.client("CLIENT", true).subscribe(MS, "EURUSD");
        byte[] price = client.snapshot(2, "EURUSD", 0, "1.1", "1.2");
        client.hole(4 * MS, 200).bytes(5 * MS, Arrays.copyOfRange(price, 30, price.length));
        client.price(6 * MS, 3, "EURUSD", 0, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        client.price(11 * MS, 4, "EURUSD", 1, "1.1", "1.2").price(12 * MS, 6, "EURUSD", 1, "1.1", "1.2");

        RunManifest manifest = made();

        assertThat(quotes(manifest, 0))
                .containsExactly(
                        "15 @0",
                        "15 @5000000",
                        "0 @6000000 tick 0",
                        "0 @11000000 tick 1",
                        "3 @12000000",
                        "0 @12000000 tick 1");
        assertThat(manifest.observed().host()).doesNotContainKey("wire.unreadableFix");
    }

    @Test
    void messageHasTheTimeOfItsLastOrFirstByte() {
        CapturedSystem.Connection client = feedAndClient();
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        byte[] price = client.snapshot(4, "EURUSD", 1, "1.1", "1.2");
        client.bytes(11 * MS, Arrays.copyOf(price, 20));
        client.bytes(12 * MS, Arrays.copyOfRange(price, 20, price.length));

        assertThat(quotes(made(), 0)).endsWith("0 @12000000 tick 1");
        clear();
        assertThat(quotes(made(List.of(), List.of(), List.of(), true), 0)).endsWith("0 @11000000 tick 1");
    }

    @Test
    void clientThatLogsOutIsNotCountedAsDropped() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        subscribed("LEAVES").logout(20 * MS, false).logout(21 * MS, true);
        subscribed("IS-DROPPED").logout(20 * MS, true);
        subscribed("RESETS").reset(20 * MS, false);
        subscribed("WAS-RESET").reset(20 * MS, true);

        RunManifest manifest = made();

        assertThat(quotes(manifest, 0)).endsWith("2 @20000000").noneMatch(event -> event.startsWith("8 "));
        assertThat(quotes(manifest, 1)).endsWith("8 @20000000", "2 @21000000");
        assertThat(quotes(manifest, 2)).endsWith("8 @20000000", "2 @20000000");
        assertThat(quotes(manifest, 3)).endsWith("2 @20000000").noneMatch(event -> event.startsWith("8 "));
    }

    @Test
    void clientMissingFromTheCaptureIsNotCountedAsDropped() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        CapturedSystem.Connection client = system.client("CLIENT", true).answeredLogon(MS);
        client.price(3 * MS, 2, "EURUSD", 0, "1.1", "1.2").price(11 * MS, 3, "EURUSD", 1, "1.1", "1.2");
        client.logout(20 * MS, true);

        RunManifest manifest = made(List.of(), List.of(), List.of("EUR/USD", "USD/JPY"), false);

        assertThat(quotes(manifest, 0)).contains("8 @20000000").endsWith("2 @20000000");
    }

    @Test
    void countsMissingClientBytesOncePerConnection() {
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        feedAndClient().clientHole(11 * MS, 70).logout(12 * MS, true).clientHole(22 * MS, 70);

        assertThat(made().observed().host()).containsEntry("wire.clientHoles", "1");
    }

    @Test
    void pricesAfterTheLastTickEchoTicksMissingFromTheCapture() {
        CapturedSystem.Connection client = feedAndClient();
        CapturedSystem.Connection other = subscribed("OTHER");
        for (int i = 1; i <= 3; i++) {
            system.tick(10 * MS * i, FEED, 7, i, 0, i, i + 1);
            client.price(10 * MS * i + 1, 3 + i, "EURUSD", i, "1.1", "1.2");
            other.price(10 * MS * i + 1, 3 + i, "EURUSD", 1_000_000 + i, "1.1", "1.2"); // not tick ids
        }
        client.price(41 * MS, 7, "EURUSD", 4, "1.1", "1.2").price(61 * MS, 8, "USDJPY", 6, "1.1", "1.2");
        other.price(62 * MS, 7, "EURUSD", 1_000_007, "1.1", "1.2");

        RunManifest manifest = made();

        assertThat(quotes(manifest, 0)).endsWith("0 @30000001 tick 3", "0 @41000000 tick 3");
        assertThat(quotes(manifest, 1)).endsWith("0 @30000001 tick -1", "0 @62000000 tick -1");
        assertThat(manifest.observed().host()).containsEntry("wire.ticksMissingAtEnd", "3");
        assertThat(manifest.observed().disturbances()).containsEntry("capture-ticks-missing", 3.0);
    }

    @Test
    void damagedIdInAStreamDoesNotAffectLaterTicksAndAJumpLosesOne() {
        CapturedSystem.Feed feed = system.feed(0, "EUR/USD", "USD/JPY");
        subscribed("CLIENT").price(70 * MS, 4, "EURUSD", 4, "1.1", "1.2");
        long[] ids = {1, 500_000, 3, 4, 21, 22};
        for (int i = 0; i < ids.length; i++) {
            feed.tick(10 * MS * (i + 1), ids[i], 0, i + 1, i + 2);
        }

        RunManifest manifest = made();

        assertThat(ticks(manifest)).extracting(Sent::bid).containsExactly(1L, 3L, 4L, 6L);
        assertThat(manifest.observed().host())
                .containsEntry("wire.feedDamaged", "2")
                .containsEntry("wire.ticksMissing", "18");
        assertThat(quotes(manifest, 0)).endsWith("0 @70000000 tick 3");
    }

    @Test
    void digestCoversAllSegmentsOfTheTickJournal() {
        CapturedSystem.Connection venue = system.venue("VENUE").logon(0).subscribe(1, "EUR/USD", "USD/JPY");
        for (int i = 0; i < 1_100; i++) { // two ticks each: the journal has room for one, and for 1,024 more
            venue.massQuote(5 * MS + i, 2 + i, "EUR/USD", "USD/JPY");
        }
        subscribed("CLIENT");

        RunManifest manifest = made();

        TickDigest digest = new TickDigest();
        try (JournalReader reader = JournalReader.open(folder.resolve("ticks.journal"), TickRecord.SCHEMA)) {
            while (reader.next()) {
                digest.add(reader.buffer(), reader.offset());
            }
        }
        assertThat(folder.resolve("ticks.journal.1")).exists();
        assertThat(ticks(manifest)).hasSize(2_200);
        assertThat(manifest.replay().windowSha256()).isEqualTo(digest.hex());
    }

    private void captureTwoRuns() {
        system.define(0, FEED, 6, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection client = subscribed("CLIENT");
        for (int run = 0; run < 2; run++) {
            long atNs = 5_000 * MS * run;
            system.tick(atNs + 10 * MS, FEED, 6 + 2 * run, WARM + 1, 0, 1, 2);
            client.price(atNs + 11 * MS, 4 + 5 * run, "EURUSD", WARM + 1, "1.1", "1.2");
            client.price(atNs + 12 * MS, 5 + 5 * run, "EURUSD", WARM + 2, "1.1", "1.2"); // missing
            system.tick(atNs + 20 * MS, FEED, 7 + 2 * run, 1, 0, 1, 2);
            if (run == 1) {
                system.tick(atNs + 23 * MS, FEED, 9, 2, 0, 1, 2); // missing in the first run
            }
            system.tick(atNs + 24 * MS, FEED, 7 + 2 * run, 3, 0, 1, 2);
            client.price(atNs + 25 * MS, 8 + 5 * run, "EURUSD", 2, "1.1", "1.2");
            client.price(atNs + 21 * MS, 6 + 5 * run, "EURUSD", WARM + 2, "1.1", "1.2"); // late
            client.price(atNs + 22 * MS, 7 + 5 * run, "EURUSD", 1, "1.1", "1.2");
        }
    }

    @Test
    void refusesToComparePricesOfTwoRuns() {
        captureTwoRuns();
        WirePlan byModel = plan();
        byModel.declared = new RunManifest.Declared(
                byModel.declared.matching(),
                new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L), 0),
                byModel.declared.conflation());
        WirePlan byPrice = new WirePlan(new RunDirectory(folder.resolve("price")), Matching.byPrice(Matching.LEARNED));
        for (WirePlan plan : List.of(byModel, byPrice)) {
            assertThatThrownBy(() -> made(plan, system))
                    .hasMessageStartingWith(
                            "the captures contain several runs of t2q, expected a single run, because --match price");
        }
    }

    @Test
    void measuresASecondRunInACaptureIncludingItsWarmUp() {
        captureTwoRuns();

        RunManifest manifest = made();

        assertThat(manifest.warmUp().ticks()).isEqualTo(1);
        assertThat(ticks(manifest))
                .extracting(Sent::sentNs)
                .containsExactly(20 * MS, 24 * MS, 5_010 * MS, 5_020 * MS, 5_023 * MS, 5_024 * MS);
        String late = " tick " + (WARM + 2);
        assertThat(quotes(manifest, 0))
                .endsWith(
                        "0 @11000000 tick " + (WARM + 1),
                        "0 @12000000" + late,
                        "0 @21000000" + late,
                        "0 @22000000 tick 1",
                        "0 @25000000 tick 1",
                        "0 @5011000000 tick 3",
                        "0 @5012000000 tick 3",
                        "0 @5021000000 tick 4",
                        "0 @5022000000 tick 4",
                        "0 @5025000000 tick 5");
    }
}
