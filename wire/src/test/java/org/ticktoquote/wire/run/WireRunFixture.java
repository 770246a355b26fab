package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;

/** Converts a captured system into a run. */
abstract class WireRunFixture {
    static final int FEED = 40_001;
    static final long MS = 1_000_000;
    /** Time of the run's clock at the first frame. */
    static final long HOUR = 3_600_000_000_000L;

    final CapturedSystem system = new CapturedSystem();

    @TempDir
    Path folder;

    RunManifest made(List<Selection> ticks, List<Selection> quotes, List<String> pairs, boolean firstByte) {
        WirePlan plan = plan();
        plan.ticks = ticks;
        plan.quotes = quotes;
        plan.pairs = pairs;
        plan.firstByte = firstByte;
        return made(plan, system);
    }

    WirePlan plan() {
        return new WirePlan(
                new RunDirectory(folder), Matching.byId(299, "decimal").with(Matching.UNDECLARED));
    }

    static RunManifest made(WirePlan plan, Traffic traffic) {
        try (Progress progress = Progress.onStandardError()) {
            return new WireRun(plan, traffic, progress, () -> false).make();
        }
    }

    RunManifest made() {
        return made(List.of(), List.of(), List.of(), false);
    }

    record Sent(long id, long sentNs, int instrument, long bid) {}

    List<Sent> ticks(RunManifest manifest) {
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
    List<String> quotes(RunManifest manifest, int session) {
        List<String> all = new ArrayList<>();
        Path journal = new RunDirectory(folder).quotes(session);
        try (JournalReader reader = JournalReader.open(journal, SnapshotRecord.SCHEMA, manifest.identity())) {
            SnapshotRecord event = new SnapshotRecord(reader.buffer(), 0);
            while (reader.next()) {
                event.wrap(reader);
                String id = event.tickId() == SnapshotRecord.NO_ID ? "" : " tick " + event.tickId();
                String stream = event.endsStream() ? " of a stream" : "";
                all.add(event.kind() + " @" + (event.receivedNs() - HOUR) + id + stream);
            }
            assertThat(reader.closed()).isTrue();
        }
        return all;
    }

    CapturedSystem.Connection subscribed(String name) {
        return system.client(name, true)
                .logon(MS)
                .subscribe(2 * MS, "EURUSD", "USDJPY")
                .price(3 * MS, 2, "EURUSD", 0, "1.1", "1.2")
                .price(3 * MS, 3, "USDJPY", 0, "110.1", "110.2");
    }

    /** A feed, and a client that has subscribed. */
    CapturedSystem.Connection feedAndClient() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        return subscribed("CLIENT");
    }

    void clear() {
        for (java.io.File file :
                java.util.Objects.requireNonNull(folder.toFile().listFiles())) {
            assertThat(file.delete()).isTrue();
        }
    }
}
