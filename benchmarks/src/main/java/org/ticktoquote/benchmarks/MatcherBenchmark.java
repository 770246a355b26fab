package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.ticktoquote.analysis.matching.Bound;
import org.ticktoquote.analysis.matching.JournalInput;
import org.ticktoquote.analysis.matching.JournalMerge;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.Matcher;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.SessionPlan;

/**
 * What the analysis of one snapshot costs: 25 sessions and the ticks merged by time, due ticks decided under a model,
 * every snapshot matched by its id, against a loop that reads the same records and adds them up.
 */
public class MatcherBenchmark extends HotPathBenchmark {
    private static final int SESSIONS = 25;
    private static final int TICKS = 20_000;
    private static final int SNAPSHOTS = SESSIONS * TICKS;
    private static final int PAIRS = 15;
    private static final long UNCERTAINTY_NS = 1_000;
    private static final long TICK_INTERVAL_NS = 1_000_000;

    private static final ApplicationModel MODEL =
            new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L, 1L, 2L, 3L, 5L), 0);

    private Path directory;
    private RunDirectory run;

    @Setup(Level.Trial)
    public void writeJournals() throws IOException {
        directory = Files.createTempDirectory("t2q-benchmark");
        run = new RunDirectory(directory);
        writeTicks();
        IntStream.range(0, SESSIONS).forEach(this::writeQuotes);
    }

    @TearDown(Level.Trial)
    public void deleteJournals() throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    @Benchmark
    @OperationsPerInvocation(SNAPSHOTS)
    public long match() throws IOException {
        List<JournalInput> quotes = IntStream.range(0, SESSIONS)
                .mapToObj(i -> JournalInput.open(run.quotes(i), SnapshotRecord.SCHEMA))
                .toList();
        Path file = directory.resolve("tick-results.bin");
        Files.deleteIfExists(file);
        long[] sum = new long[1];
        try (TickResults results = TickResults.create(file, SESSIONS);
                JournalInput ticks = JournalInput.open(run.ticks(), TickRecord.SCHEMA)) {
            MatchPlan plan = plan();
            Matcher matcher = Matcher.byId(plan, new Bound(results, age -> sum[0] += age, new Staleness(plan, 1)));
            new JournalMerge(null, ticks, quotes, UNCERTAINTY_NS, new DueTicks(MODEL, instruments(), 1), matcher).run();
            matcher.finish();
            long matched =
                    matcher.tallies().stream().mapToLong(SessionTally::matched).sum();
            if (matched != SNAPSHOTS) {
                throw new IllegalStateException(matched + " of " + SNAPSHOTS + " snapshots matched");
            }
        } finally {
            quotes.forEach(JournalInput::close);
        }
        return sum[0];
    }

    @Benchmark
    @OperationsPerInvocation(SNAPSHOTS)
    public long baselineReadsTheSameJournals() {
        UnsafeBuffer nothing = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        TickRecord tick = new TickRecord(nothing, 0);
        SnapshotRecord snapshot = new SnapshotRecord(nothing, 0);
        long sum = 0;
        try (JournalReader reader = JournalReader.open(run.ticks(), TickRecord.SCHEMA)) {
            while (reader.next()) {
                sum += tick.wrap(reader).sentNs();
            }
        }
        for (int i = 0; i < SESSIONS; i++) {
            try (JournalReader reader = JournalReader.open(run.quotes(i), SnapshotRecord.SCHEMA)) {
                while (reader.next()) {
                    sum += snapshot.wrap(reader).receivedNs() - snapshot.tickId();
                }
            }
        }
        return sum;
    }

    private static MatchPlan plan() {
        List<Integer> pairs = IntStream.range(0, PAIRS).boxed().toList();
        List<SessionPlan> sessions = IntStream.range(0, SESSIONS)
                .mapToObj(i -> new SessionPlan(i, "CLIENT-" + i, i % 5, pairs))
                .toList();
        return MatchPlan.byId(sessions, PAIRS, new Conflation(Conflation.NONE, 0), UNCERTAINTY_NS, TICKS);
    }

    private static List<Instrument> instruments() {
        return IntStream.range(0, PAIRS)
                .mapToObj(i -> new Instrument(i, "PAIR-" + i, 100_000, 10_000))
                .toList();
    }

    private void writeTicks() {
        try (JournalWriter writer = JournalWriter.at(run.ticks(), TickRecord.SCHEMA)
                .recordsPerSegment(TICKS)
                .open()) {
            for (int id = 1; id <= TICKS; id++) {
                int at = writer.claim();
                MutableDirectBuffer to = writer.buffer();
                long bid = Price.SCALE + (id % 1_000) * 100_000L;
                TickRecord.putTimes(to, at, id, id * TICK_INTERVAL_NS, id * TICK_INTERVAL_NS, 0);
                TickRecord.putSource(to, at, id, id % PAIRS, 0, TickRecord.BID | TickRecord.ASK);
                TickRecord.putTop(to, at, bid, bid + 200_000, 1_000_000, 1_000_000);
                writer.commit();
            }
        }
    }

    private void writeQuotes(int session) {
        try (JournalWriter writer = JournalWriter.at(run.quotes(session), SnapshotRecord.SCHEMA).stream(session)
                .recordsPerSegment(TICKS)
                .open()) {
            for (int id = 1; id <= TICKS; id++) {
                int at = writer.claim();
                MutableDirectBuffer to = writer.buffer();
                long receivedNs = id * TICK_INTERVAL_NS + 300_000 + session * 7_000L;
                SnapshotRecord.putArrival(to, at, receivedNs, 1, 0);
                SnapshotRecord.putEvent(to, at, SnapshotRecord.SNAPSHOT, 3, id % PAIRS, id, 0);
                SnapshotRecord.putTop(to, at, id, Price.SCALE, Price.SCALE, 1_000_000, 1_000_000);
                writer.commit();
            }
        }
    }
}
