package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.ticktoquote.analysis.matching.AttributionOutput;
import org.ticktoquote.analysis.matching.JournalInput;
import org.ticktoquote.analysis.matching.JournalMerge;
import org.ticktoquote.analysis.matching.MatchPlan;
import org.ticktoquote.analysis.matching.Matcher;
import org.ticktoquote.analysis.matching.PriceEvidence;
import org.ticktoquote.analysis.matching.SessionGroup;
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.analysis.matching.SessionTally.Count;
import org.ticktoquote.analysis.matching.StaleTime;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Cost of analysing one snapshot. This includes merging 25 sessions and the ticks by time, deciding due ticks under a model,
 * and matching by id, or by price with both attributions. The baseline reads the same records and adds them up. The in-memory
 * variant matches records that are already in order, up to the outcome of every tick under both attributions. It excludes
 * journals, merging and distributions.
 */
public class MatcherBenchmark extends HotPathBenchmark {
    private MatchedMarket market;

    @Setup(Level.Trial)
    public void writeJournals() throws IOException {
        market = MatchedMarket.write();
    }

    @TearDown(Level.Trial)
    public void deleteJournals() throws IOException {
        market.delete();
    }

    @Benchmark
    @OperationsPerInvocation(MatchedMarket.SNAPSHOTS)
    public long matchById() throws IOException {
        DueTicks model = MatchedMarket.model();
        MatchPlan plan = plan(Matching.byId(0, "decimal"));
        try (TickResults results = results("tick-results.bin")) {
            return run(
                    model,
                    Matcher.byId(plan, SessionGroup.all(plan.sessions().size()), bound(plan, results)),
                    tally -> tally.of(Count.MATCHED));
        }
    }

    @Benchmark
    @OperationsPerInvocation(MatchedMarket.SNAPSHOTS)
    public long matchByPrice() throws IOException {
        DueTicks model = MatchedMarket.model();
        MatchPlan plan = plan(Matching.byPrice(Matching.DECLARED));
        try (TickResults soonest = results("tick-results-soonest.bin");
                TickResults latest = results("tick-results.bin")) {
            PriceEvidence evidence =
                    new PriceEvidence(plan, SessionGroup.all(plan.sessions().size()), model);
            Matcher matcher = Matcher.byPrice(plan, bound(plan, soonest), bound(plan, latest), evidence);
            return run(model, matcher, MatcherBenchmark::explained);
        }
    }

    @Benchmark
    @OperationsPerInvocation(MatchedMarket.SNAPSHOTS)
    public long matchByPriceInMemory() throws IOException {
        DueTicks model = MatchedMarket.model();
        MatchPlan plan = plan(Matching.byPrice(Matching.DECLARED));
        try (TickResults soonest = results("tick-results-soonest.bin");
                TickResults latest = results("tick-results.bin")) {
            PriceEvidence evidence =
                    new PriceEvidence(plan, SessionGroup.all(plan.sessions().size()), model);
            Matcher matcher = Matcher.byPrice(plan, onlyResults(soonest), onlyResults(latest), evidence);
            feed(model, matcher);
            return checked(matcher, MatcherBenchmark::explained);
        }
    }

    private void feed(DueTicks model, Matcher matcher) {
        DirectBuffer records = market.inOrder();
        TickRecord tick = new TickRecord(records, 0);
        SnapshotRecord snapshot = new SnapshotRecord(records, 0);
        for (int id = 1; id <= MatchedMarket.TICKS; id++) {
            int at = MatchedMarket.position(id);
            tick.wrap(records, at);
            matcher.tick(tick, model.dueTiers(tick));
            at += TickRecord.LENGTH;
            for (int session = 0; session < MatchedMarket.SESSIONS; session++) {
                matcher.event(session, snapshot.wrap(records, at));
                at += SnapshotRecord.LENGTH;
            }
        }
        matcher.finish();
    }

    private static AttributionOutput onlyResults(TickResults results) {
        return new AttributionOutput(results, (at, age) -> {}, new StaleTime() {
            @Override
            public void staleInterval(
                    int session, int instrument, long sinceNs, long fromNs, long toNs, boolean answered) {}

            @Override
            public void excluded(int session, int instrument, long fromNs, long toNs) {}
        });
    }

    private static long explained(SessionTally tally) {
        return tally.of(Count.INITIAL)
                + tally.of(Count.MATCHED)
                + tally.of(Count.DUPLICATE)
                + tally.of(Count.AMBIGUOUS);
    }

    private static MatchPlan plan(Matching matching) {
        return new MatchPlan(
                MatchedMarket.sessions(),
                MatchedMarket.pairs(),
                1,
                matching,
                MatchPlan.declaredTiers(MatchedMarket.sessions(), MatchedMarket.pairs()),
                new Conflation(Conflation.NONE, 0),
                MatchedMarket.UNCERTAINTY_NS,
                MatchedMarket.TICKS,
                0);
    }

    private TickResults results(String name) throws IOException {
        Path file = market.file(name);
        Files.deleteIfExists(file);
        return TickResults.create(file, MatchedMarket.SESSIONS);
    }

    private static AttributionOutput bound(MatchPlan plan, TickResults results) {
        return new AttributionOutput(results, (at, age) -> {}, new Staleness(plan, 1));
    }

    private long run(DueTicks model, Matcher matcher, Function<SessionTally, Long> counted) {
        List<JournalInput> quotes = IntStream.range(0, MatchedMarket.SESSIONS)
                .mapToObj(i -> JournalInput.open(market.run().quotes(i), SnapshotRecord.SCHEMA, JournalOrigin.NO_RUN))
                .toList();
        try (JournalInput ticks = JournalInput.open(market.run().ticks(), TickRecord.SCHEMA, JournalOrigin.NO_RUN)) {
            new JournalMerge(null, ticks, quotes, MatchedMarket.UNCERTAINTY_NS, model, matcher).run();
            matcher.finish();
        } finally {
            quotes.forEach(JournalInput::close);
        }
        return checked(matcher, counted);
    }

    private static long checked(Matcher matcher, Function<SessionTally, Long> counted) {
        long sum = matcher.tallies().stream().mapToLong(counted::apply).sum();
        if (sum != MatchedMarket.SNAPSHOTS) {
            throw new IllegalStateException(sum + " of " + MatchedMarket.SNAPSHOTS + " snapshots matched");
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(MatchedMarket.SNAPSHOTS)
    public long baselineReadsTheSameJournals() {
        UnsafeBuffer nothing = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        TickRecord tick = new TickRecord(nothing, 0);
        SnapshotRecord snapshot = new SnapshotRecord(nothing, 0);
        long sum = 0;
        try (JournalReader reader = JournalReader.open(market.run().ticks(), TickRecord.SCHEMA)) {
            while (reader.next()) {
                sum += tick.wrap(reader).sentNs();
            }
        }
        for (int i = 0; i < MatchedMarket.SESSIONS; i++) {
            try (JournalReader reader = JournalReader.open(market.run().quotes(i), SnapshotRecord.SCHEMA)) {
                while (reader.next()) {
                    sum += snapshot.wrap(reader).receivedNs() - snapshot.tickId();
                }
            }
        }
        return sum;
    }

    /**
     * Journals of a simulated run. Prices move by a pip or stay, so that most recur, like real prices within an hour. Every
     * session receives the price of its tier after each tick, changed or not.
     */
    private static final class MatchedMarket {
        static final int SESSIONS = 25;
        static final int TICKS = 20_000;
        static final int SNAPSHOTS = SESSIONS * TICKS;
        static final long UNCERTAINTY_NS = 1_000;

        private static final int PAIRS = 15;
        private static final int TIERS = 5;
        private static final int SEED = 20_140_502;
        private static final long TICK_INTERVAL_NS = 1_000_000;
        private static final long PIP = 100_000;
        private static final long TICK_SIZE = 10_000;
        private static final long QUANTITY = 1_000_000;

        private final Path directory;
        private final RunDirectory run;
        private final long[][] bids = new long[TIERS][TICKS];
        private final long[][] asks = new long[TIERS][TICKS];
        private final UnsafeBuffer inOrder = new UnsafeBuffer(ByteBuffer.allocateDirect(position(TICKS + 1)));

        private MatchedMarket(Path directory) {
            this.directory = directory;
            this.run = new RunDirectory(directory);
        }

        /** Writes the journals to a new temporary directory. */
        static MatchedMarket write() throws IOException {
            MatchedMarket market = new MatchedMarket(Files.createTempDirectory("t2q-benchmark"));
            market.writeTicks();
            IntStream.range(0, SESSIONS).forEach(market::writeQuotes);
            return market;
        }

        RunDirectory run() {
            return run;
        }

        Path file(String name) {
            return directory.resolve(name);
        }

        void delete() throws IOException {
            try (var files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }

        /** Creates the application's model before the first tick. */
        static DueTicks model() {
            ApplicationModel model = new ApplicationModel(
                    true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L, 1L, 2L, 3L, 5L), 0);
            return new DueTicks(model, instruments(), 1);
        }

        private static List<Instrument> instruments() {
            return IntStream.range(0, PAIRS)
                    .mapToObj(i -> new Instrument(i, "PAIR-" + i, PIP, TICK_SIZE))
                    .toList();
        }

        static int pairs() {
            return PAIRS;
        }

        static List<SessionPlan> sessions() {
            List<Integer> pairs = IntStream.range(0, PAIRS).boxed().toList();
            return IntStream.range(0, SESSIONS)
                    .mapToObj(i -> new SessionPlan(i, "CLIENT-" + i, i % TIERS, pairs))
                    .toList();
        }

        private void writeTicks() {
            SplittableRandom random = new SplittableRandom(SEED);
            DueTicks model = model();
            long[] bid = IntStream.range(0, PAIRS).mapToLong(i -> Price.SCALE).toArray();
            try (JournalWriter writer = JournalWriter.at(run.ticks(), TickRecord.SCHEMA)
                    .recordsPerSegment(TICKS)
                    .open()) {
                for (int id = 1; id <= TICKS; id++) {
                    int pair = id % PAIRS;
                    bid[pair] += PIP * (random.nextInt(3) - 1);
                    int at = writer.claim();
                    MutableDirectBuffer to = writer.buffer();
                    putTick(to, at, id, bid[pair]);
                    putTick(inOrder, position(id), id, bid[pair]);
                    model.dueTiers(new TickRecord(to, at));
                    for (int tier = 0; tier < TIERS; tier++) {
                        bids[tier][id - 1] = model.expectedBid(pair, tier);
                        asks[tier][id - 1] = model.expectedAsk(pair, tier);
                    }
                    writer.commit();
                }
            }
        }

        private static void putTick(MutableDirectBuffer to, int at, int id, long bid) {
            TickRecord.putTimes(to, at, id, id * TICK_INTERVAL_NS, id * TICK_INTERVAL_NS, 0);
            TickRecord.putSource(to, at, id, id % PAIRS, 0, TickRecord.BID | TickRecord.ASK);
            TickRecord.putTop(to, at, bid, bid + 2 * PIP, QUANTITY, QUANTITY);
        }

        private void writeQuotes(int session) {
            int tier = session % TIERS;
            try (JournalWriter writer = JournalWriter.at(run.quotes(session), SnapshotRecord.SCHEMA)
                    .recordsPerSegment(TICKS)
                    .open()) {
                for (int id = 1; id <= TICKS; id++) {
                    putSnapshot(writer.buffer(), writer.claim(), session, tier, id);
                    putSnapshot(
                            inOrder,
                            position(id) + TickRecord.LENGTH + session * SnapshotRecord.LENGTH,
                            session,
                            tier,
                            id);
                    writer.commit();
                }
            }
        }

        private void putSnapshot(MutableDirectBuffer to, int at, int session, int tier, int id) {
            long receivedNs = id * TICK_INTERVAL_NS + 300_000 + session * 7_000L;
            SnapshotRecord.putArrival(to, at, receivedNs, 1, 0);
            SnapshotRecord.putEvent(to, at, SnapshotRecord.SNAPSHOT, 3, id % PAIRS, id, 0);
            SnapshotRecord.putTop(to, at, id, bids[tier][id - 1], asks[tier][id - 1], QUANTITY, QUANTITY);
        }

        /** Position of the records of a tick in {@link #inOrder}: its own record, then one per session. */
        static int position(int id) {
            return (id - 1) * (TickRecord.LENGTH + SESSIONS * SnapshotRecord.LENGTH);
        }

        /** All records in time order. */
        DirectBuffer inOrder() {
            return inOrder;
        }
    }
}
