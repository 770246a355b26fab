package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ticktoquote.analysis.matching.SimulatedRun.Shown;
import org.ticktoquote.analysis.matching.SimulatedRun.Tick;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Matching;

/**
 * Matching from journals to results does not allocate per tick or snapshot. A part of a run can grow a buffer once for a new
 * largest age or longest queue, so the part with the fewest allocations counts.
 */
final class MatcherAllocationTest {
    private static final int SESSIONS = 5;
    private static final int VENUES = 2;
    private static final int TICKS = 30_000; // results are mapped in chunks of 32,768
    private static final int SEED = 7;
    private static final int PARTS = 16;

    @TempDir
    static Path directory;

    private static SimulatedRun run;

    @BeforeAll
    static void writeJournals() {
        Random random = new Random(SEED);
        run = new SimulatedRun(SimulatedRun.market(random, TICKS, VENUES, SimulatedRun.MS), VENUES, SESSIONS)
                .answer(random, 0, 0.01, 0.01, 3 * SimulatedRun.MS);
        writeTicks();
        IntStream.range(0, SESSIONS).forEach(MatcherAllocationTest::writeQuotes);
    }

    static Stream<Matching> matchings() {
        Matching byId = Matching.byId(278, "decimal");
        return Stream.of(byId, byId.with(Matching.PER_VENUE), Matching.byPrice(Matching.DECLARED));
    }

    /** Delegates to the matcher and counts the bytes that the thread allocates in each part of the run. */
    private static final class Meter implements JournalMerge.Listener {
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        private final Matcher matcher;
        private final int part;
        private int events;
        private long before;
        private long fewest = Long.MAX_VALUE;

        Meter(Matcher matcher, int part) {
            this.matcher = matcher;
            this.part = part;
        }

        @Override
        public void event(int session, SnapshotRecord event) {
            matcher.event(session, event);
            events++;
            if (events % part == 0) {
                long now = THREADS.getCurrentThreadAllocatedBytes();
                fewest = events == part ? Long.MAX_VALUE : Math.min(fewest, now - before);
                before = now;
            }
        }

        @Override
        public void tick(TickRecord tick, long dueTiers) {
            matcher.tick(tick, dueTiers);
        }

        @Override
        public void warmUpTick(TickRecord tick, long dueTiers) {
            matcher.warmUpTick(tick, dueTiers);
        }

        @Override
        public void warmedUp(boolean whole) {
            matcher.warmedUp(whole);
        }
    }

    @ParameterizedTest
    @MethodSource("matchings")
    void matchingASnapshotDoesNotAllocate(Matching matching) {
        int snapshots = run.snapshots.size();
        MatchPlan plan = run.plan(matching);
        DueTicks model = new DueTicks(run.model, List.of(SimulatedRun.EURUSD), VENUES);
        List<JournalInput> quotes = IntStream.range(0, SESSIONS)
                .mapToObj(session -> JournalInput.open(quotes(session), SnapshotRecord.SCHEMA, JournalOrigin.NO_RUN))
                .toList();

        try (TickResults low = TickResults.create(directory.resolve("low"), SESSIONS);
                TickResults high = TickResults.create(directory.resolve("high"), SESSIONS);
                JournalInput ticks =
                        JournalInput.open(directory.resolve("ticks"), TickRecord.SCHEMA, JournalOrigin.NO_RUN)) {
            Matcher matcher = matcher(plan, model, low, high);
            Meter meter = new Meter(matcher, snapshots / PARTS);
            new JournalMerge(null, ticks, quotes, 0, model, meter).run();

            assertThat(meter.events).isEqualTo(snapshots).isGreaterThan(TICKS);
            assertThat(meter.fewest)
                    .as("bytes for %d snapshots by %s, seed %d", snapshots / PARTS, matching, SEED)
                    .isZero();
        } finally {
            quotes.forEach(JournalInput::close);
        }
    }

    private static Matcher matcher(MatchPlan plan, DueTicks model, TickResults low, TickResults high) {
        long[] ages = new long[1];
        AttributionOutput latest = new AttributionOutput(high, (at, age) -> ages[0] += age, new Staleness(plan, 1));
        if (plan.matching().exact()) {
            return Matcher.byId(plan, SessionGroup.all(plan.sessions().size()), latest);
        }
        AttributionOutput soonest = new AttributionOutput(low, (at, age) -> ages[0] += age, new Staleness(plan, 1));
        if (plan.matching().identified()) {
            return Matcher.byId(plan, SessionGroup.all(SESSIONS), soonest, latest);
        }
        return Matcher.byPrice(
                plan,
                soonest,
                latest,
                new PriceEvidence(plan, SessionGroup.all(plan.sessions().size()), model));
    }

    private static Path quotes(int session) {
        return directory.resolve("quotes-" + session);
    }

    private static void writeTicks() {
        try (JournalWriter writer = JournalWriter.at(directory.resolve("ticks"), TickRecord.SCHEMA)
                .recordsPerSegment(TICKS)
                .open()) {
            for (Tick tick : run.ticks) {
                int at = writer.claim();
                SimulatedRun.put(writer.buffer(), at, tick);
                writer.commit();
            }
        }
    }

    private static void writeQuotes(int session) {
        List<Shown> shown = run.snapshots.stream()
                .filter(snapshot -> snapshot.session() == session)
                .toList();
        try (JournalWriter writer = JournalWriter.at(quotes(session), SnapshotRecord.SCHEMA)
                .recordsPerSegment(shown.size())
                .open()) {
            for (Shown snapshot : shown) {
                int at = writer.claim();
                MutableDirectBuffer to = writer.buffer();
                SnapshotRecord.putArrival(to, at, snapshot.receivedNs(), 1, 0);
                SnapshotRecord.putEvent(to, at, SnapshotRecord.SNAPSHOT, 3, 0, 1, 0);
                SnapshotRecord.putTop(
                        to, at, snapshot.id(), snapshot.bid(), snapshot.ask(), snapshot.bidSize(), snapshot.askSize());
                writer.commit();
            }
        }
    }
}
