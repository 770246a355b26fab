package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

final class WireRunTest {
    private static final int FEED = 40_001;
    private static final long MS = 1_000_000;
    /** Of the run's clock, at the first frame. */
    private static final long HOUR = 3_600_000_000_000L;

    private final CapturedSystem system = new CapturedSystem();

    @TempDir
    private Path folder;

    private RunManifest made(List<Selection> ticks, List<Selection> quotes, List<String> pairs, boolean firstByte) {
        RunManifest.Declared declared = new RunManifest.Declared(
                Matching.byId(299, "decimal").with(Matching.UNSAID),
                ApplicationModel.UNKNOWN,
                new Conflation(Conflation.UNKNOWN, 0));
        WirePlan plan = new WirePlan(
                new RunDirectory(folder),
                UUID.randomUUID(),
                "t2q",
                "dev",
                declared,
                ticks,
                quotes,
                pairs,
                Map.of(),
                false,
                firstByte);
        try (Progress progress = Progress.onStandardError()) {
            return new WireRun(plan, system, progress, () -> false).make();
        }
    }

    private RunManifest made() {
        return made(List.of(), List.of(), List.of(), false);
    }

    private record Sent(long id, long sentNs, int instrument, long bid) {}

    private List<Sent> ticks(RunManifest manifest) {
        List<Sent> all = new ArrayList<>();
        try (JournalReader reader =
                JournalReader.open(folder.resolve("ticks.journal"), TickRecord.SCHEMA, manifest.identity())) {
            TickRecord tick = new TickRecord(reader.buffer(), 0);
            while (reader.next()) {
                tick.wrap(reader);
                assertThat(tick.intendedNs()).isEqualTo(tick.sentNs());
                all.add(new Sent(tick.tickId(), tick.sentNs() - HOUR, tick.instrumentId(), tick.bid()));
            }
            assertThat(reader.closed()).isTrue();
        }
        return all;
    }

    /** Events of a session, as in {@code 0 @1000000 tick 1}. */
    private List<String> quotes(RunManifest manifest, int session) {
        List<String> all = new ArrayList<>();
        Path journal = new RunDirectory(folder).quotes(session);
        try (JournalReader reader = JournalReader.open(journal, SnapshotRecord.SCHEMA, manifest.identity())) {
            SnapshotRecord event = new SnapshotRecord(reader.buffer(), 0);
            while (reader.next()) {
                event.wrap(reader);
                String id = event.tickId() == SnapshotRecord.NO_ID ? "" : " tick " + event.tickId();
                all.add(event.kind() + " @" + (event.receivedNs() - HOUR) + id);
            }
            assertThat(reader.closed()).isTrue();
        }
        return all;
    }

    private CapturedSystem.Connection subscribed(String name) {
        return system.client(name, true)
                .logon(MS)
                .subscribe(2 * MS, "EURUSD", "USDJPY")
                .price(3 * MS, 2, "EURUSD", 0, "1.1", "1.2")
                .price(3 * MS, 3, "USDJPY", 0, "110.1", "110.2");
    }

    @Test
    void everyTickAndEveryQuoteHasItsTimeOnTheWireToTheNanosecond() {
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
    void idsThatBeginInTheMiddleAreNumberedAnewWhereTheyAreSentAndWhereTheyAreEchoed() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection client = subscribed("CLIENT");
        system.tick(10 * MS, FEED, 7, 4711, 0, 1, 2);
        system.tick(20 * MS, FEED, 7, 4712, 0, 2, 3);
        system.tick(24 * MS, FEED, 7, 4714, 0, 3, 4); // 4713 is missing
        client.price(11 * MS, 4, "EURUSD", 4711, "1.1", "1.2");
        client.price(25 * MS, 5, "EURUSD", 4713, "1.1", "1.2");
        client.price(31 * MS, 6, "EURUSD", 4714, "1.1", "1.2");
        client.price(32 * MS, 7, "EURUSD", 9999, "1.1", "1.2");

        RunManifest manifest = made();

        assertThat(ticks(manifest)).extracting(Sent::id).containsExactly(1L, 2L, 3L);
        assertThat(quotes(manifest, 0))
                .containsSubsequence(
                        "0 @11000000 tick 1", "0 @25000000 tick 2", "0 @31000000 tick 3", "0 @32000000 tick -1");
        assertThat(manifest.observed().host()).containsEntry("wire.ticksMissing", "1");
        assertThat(manifest.observed().disturbances()).containsEntry("capture-ticks-missing", 1.0);
    }

    @Test
    void theWarmUpOfACapturedRunIsNotMeasured() {
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

    @Test
    void repeatedAndOvertakenTicksOfTwoLinesCountOnce() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        system.define(0, FEED + 1, 7, "EUR/USD", "USD/JPY");
        subscribed("CLIENT").price(50 * MS, 4, "EURUSD", 3, "1.1", "1.2");
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
    void aHoleIsNoGapOfTheApplication() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection client = subscribed("CLIENT");
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
    void aMessageHasTheTimeOfItsLastByteOrOfItsFirst() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        CapturedSystem.Connection client = subscribed("CLIENT");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        byte[] price = client.snapshot(4, "EURUSD", 1, "1.1", "1.2");
        client.bytes(11 * MS, Arrays.copyOf(price, 20));
        client.bytes(12 * MS, Arrays.copyOfRange(price, 20, price.length));

        assertThat(quotes(made(), 0)).endsWith("0 @12000000 tick 1");
        clear();
        assertThat(quotes(made(List.of(), List.of(), List.of(), true), 0)).endsWith("0 @11000000 tick 1");
    }

    private void clear() {
        for (java.io.File file :
                java.util.Objects.requireNonNull(folder.toFile().listFiles())) {
            assertThat(file.delete()).isTrue();
        }
    }

    @Test
    void whoLeavesIsNotDropped() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        subscribed("LEAVES").logout(20 * MS, false).logout(21 * MS, true);
        subscribed("IS-DROPPED").logout(20 * MS, true);

        RunManifest manifest = made();

        assertThat(quotes(manifest, 0)).endsWith("2 @20000000").noneMatch(event -> event.startsWith("8 "));
        assertThat(quotes(manifest, 1)).endsWith("8 @20000000", "2 @21000000");
    }

    @Test
    void ticksOfTwoVenuesAreThoseThatTheApplicationAskedFor() {
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

    @Test
    void aConnectionThatBeginsBeforeTheCaptureIsReadFromItsFirstWholeMessage() {
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
    void whatIsNotClearIsRefusedWithTheSessionsAndTheOptionsThatDecide() {
        system.client("CLIENT", true).logon(MS).price(2 * MS, 2, "EURUSD", 1, "1.1", "1.2");

        assertThatThrownBy(this::made)
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("which FIX sessions are ticks is not clear")
                .hasMessageContaining("--ticks")
                .hasMessageContaining("PRICING at 10.0.0.1:9876 sends 1 price to CLIENT");
        assertThat(folder.resolve("parts")).doesNotExist();
        assertThat(Files.exists(folder.resolve("run.json"))).isFalse();
    }

    @Test
    void optionsDecideWhatIsWhat() {
        CapturedSystem.Connection source = system.client("APPLICATION", true).logon(0);
        source.price(2 * MS, 2, "EUR/USD", 9, "1.1", "1.2");
        system.client("CLIENT", true).logon(0).price(3 * MS, 2, "EUR/USD", 9, "1.1", "1.2");

        RunManifest manifest =
                made(List.of(Selection.of("--ticks", "APPLICATION,fix:299")), List.of(), List.of(), false);

        assertThat(manifest.sessions()).extracting(SessionPlan::name).containsExactly("CLIENT");
        assertThat(ticks(manifest)).containsExactly(new Sent(1, 2 * MS, 0, 1_100_000_000L));
    }

    @Test
    void theNamesOfAFeedThatDefinesNoneAreTheUsersToSay() {
        subscribed("CLIENT");
        system.tick(10 * MS, FEED, 7, 1, 1, 1, 2);

        assertThatThrownBy(this::made).hasMessageContaining("--pairs").hasMessageContaining("2 instruments");
        clear();
        RunManifest manifest = made(List.of(), List.of(), List.of("USD/JPY", "EUR/USD"), false);
        assertThat(manifest.recording().instruments())
                .extracting(Instrument::symbol)
                .containsExactly("USD/JPY", "EUR/USD");
    }
}
