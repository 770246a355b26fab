package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Journals of a simulated run. Prices move by a pip or stay, so that most recur, like real prices within an hour. Every
 * session receives the price of its tier after each tick, changed or not.
 */
final class MatchedMarket {
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
        ApplicationModel model =
                new ApplicationModel(true, ApplicationModel.BEST_OF_VENUES, true, 0, List.of(0L, 1L, 2L, 3L, 5L), 0);
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
                        inOrder, position(id) + TickRecord.LENGTH + session * SnapshotRecord.LENGTH, session, tier, id);
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
