package org.ticktoquote.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.HdrHistogram.Histogram;
import org.ticktoquote.core.audit.HistogramText;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.hiccup.HiccupRecord;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.core.run.SessionPlan;

/** A complete run in as few bytes as possible: four ticks and one session with a snapshot for each. */
final class SmallRun {
    private static final UUID RUN = new UUID(1, 2);
    private static final int TICKS = 4;

    /** Its files by name. */
    static final Map<String, byte[]> FILES = made();

    private SmallRun() {}

    private static Map<String, byte[]> made() {
        try {
            Path folder = Files.createTempDirectory("small-run");
            ticks(folder.resolve("ticks.journal"));
            quotes(folder.resolve("quotes-00.journal"));
            hiccups(folder.resolve("hiccups-clients.journal"));
            Files.writeString(folder.resolve("audit-clients.jsonl"), audit());
            manifest().write(folder.resolve("run.json"));
            Map<String, byte[]> files = new TreeMap<>();
            for (String name : List.of(
                    "ticks.journal",
                    "quotes-00.journal",
                    "hiccups-clients.journal",
                    "audit-clients.jsonl",
                    "run.json")) {
                files.put(name, Files.readAllBytes(folder.resolve(name)));
                Files.delete(folder.resolve(name));
            }
            Files.delete(folder);
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JournalWriter writer(Path file, JournalSchema schema) {
        return JournalWriter.at(file, schema).run(RUN).recordsPerSegment(8).open();
    }

    private static void ticks(Path file) {
        try (JournalWriter journal = writer(file, TickRecord.SCHEMA)) {
            for (int i = 1; i <= TICKS; i++) {
                int at = journal.claim();
                TickRecord.putTimes(journal.buffer(), at, i, 1_000_000L * i, 1_000_000L * i + 500, 0);
                TickRecord.putSource(journal.buffer(), at, 1_000_000L * i, 0, 0, 3);
                TickRecord.putTop(
                        journal.buffer(), at, 1_000_000_000L + i * 10_000L, 1_000_100_000L + i * 10_000L, 1, 1);
                journal.commit();
            }
        }
    }

    private static void quotes(Path file) {
        try (JournalWriter journal = writer(file, SnapshotRecord.SCHEMA)) {
            for (int i = 0; i <= TICKS; i++) {
                int at = journal.claim();
                SnapshotRecord.putArrival(journal.buffer(), at, 900_000L + 1_000_000L * i, 1, 0);
                if (i == 0) {
                    SnapshotRecord.putEvent(
                            journal.buffer(), at, SnapshotRecord.LOGGED_ON, 0, SnapshotRecord.NO_INSTRUMENT, 1, 1);
                } else {
                    snapshot(journal, at, i);
                }
                journal.commit();
            }
        }
    }

    private static void snapshot(JournalWriter journal, int at, int i) {
        SnapshotRecord.putEvent(journal.buffer(), at, SnapshotRecord.SNAPSHOT, 3, 0, i + 1, 0);
        SnapshotRecord.putTop(
                journal.buffer(), at, i, 1_000_000_000L + i * 10_000L, 1_000_100_000L + i * 10_000L, 1, 1);
    }

    private static void hiccups(Path file) {
        try (JournalWriter journal = writer(file, HiccupRecord.SCHEMA)) {
            HiccupRecord.put(journal.buffer(), journal.claim(), 1_500_000, 3_500_000, 100_000);
            journal.commit();
        }
    }

    private static String audit() {
        Histogram delays = new Histogram(3);
        delays.recordValue(60_000);
        String clock = "{\"monotonicNs\":%d,\"realtimeNs\":1700000000000000000,\"uncertaintyNs\":100}";
        String sample = "{\"clock\":" + clock + ",\"last\":%s,\"clockSource\":\"tsc\",\"counters\":{\"cpuNs\":%d},"
                + "\"connections\":[],\"hiccups\":\"" + HistogramText.of(delays) + "\"}\n";
        return "{\"formatVersion\":1,\"role\":\"clients\",\"pid\":7,\"java\":\"17\",\"timeNamespace\":\"\","
                + "\"hiccupIntervalNs\":1000000,\"hiccupThresholdNs\":100000}\n"
                + sample.formatted(500_000, "false", 5)
                + sample.formatted(9_000_000, "true", 50);
    }

    private static RunManifest manifest() {
        return new RunManifest(
                RunManifest.FORMAT_VERSION,
                new RunManifest.About(
                        RunManifest.COMPLETE, "run-1", RUN, "2026-11-20T14:12:00Z", "tick-to-quote test", "dev"),
                new RunManifest.Recording(
                        "a.t2q", "ab", List.of(new Instrument(0, "EUR/USD", 100_000, 10_000)), List.of("A")),
                new RunManifest.Replay(
                        "udp://127.0.0.1:1", 1, 1_000_000, 5_000_000, TICKS, "", 1_000_000, 9_000_000, 0, true),
                List.of(new SessionPlan(0, "client-00", 0, List.of(0))),
                new RunManifest.Declared(
                        Matching.byPrice(Matching.DECLARED),
                        new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L), 0),
                        new Conflation(Conflation.NONE, 0)),
                new RunManifest.WarmUp(0, 100, true, List.of(1L), 0.5),
                new RunManifest.Observed(List.of(), Map.of("cpus", "2", "applicationSha256", "ab"), Map.of()),
                new RunManifest.Time(
                        List.of(
                                new ClockPair(400_000, 1_700_000_000_000_400_000L, 100),
                                new ClockPair(9_500_000, 1_700_000_000_009_500_000L, 100)),
                        Map.of()));
    }
}
