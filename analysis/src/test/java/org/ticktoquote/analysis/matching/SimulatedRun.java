package org.ticktoquote.analysis.matching;

import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Instrument;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Ticks, an application that prices, conflates and loses quotes, and the snapshots of its clients. Every snapshot echoes the
 * true id, which matching by price does not use.
 */
final class SimulatedRun {
    static final long NEVER = Long.MAX_VALUE;
    static final long MS = 1_000_000;
    static final Instrument EURUSD = new Instrument(0, "EUR/USD", 100_000, 10_000);

    final List<Tick> ticks;
    final List<Shown> snapshots = new ArrayList<>();
    final ApplicationModel model;
    final int venues;
    private final int tiers;

    /** A tick as it is sent. */
    record Tick(long id, long sentNs, int venue, long bid, long ask, int sides, long size) {}

    /** A snapshot as it is received; the id is 0 for the price of the warm-up. */
    record Shown(
            int session, long receivedNs, long id, long bid, long ask, long bidSize, long askSize, boolean possDup) {
        Shown at(long otherNs, boolean again) {
            return new Shown(session, otherNs, id, bid, ask, bidSize, askSize, again);
        }
    }

    SimulatedRun(List<Tick> ticks, int venues, int tiers) {
        this.ticks = ticks;
        this.venues = venues;
        this.tiers = tiers;
        this.model = new ApplicationModel(
                true,
                ApplicationModel.BEST_OF_VENUES,
                true,
                0,
                IntStream.range(0, tiers).mapToObj(tier -> (long) tier * 3).toList(),
                0);
    }

    /** A market that moves by one step or stays, in clusters, with one-sided updates, crossed tops and repeats. */
    static List<Tick> market(RandomGenerator random, int count, int venues, double meanGapNs) {
        List<Tick> ticks = new ArrayList<>();
        long mid = 1_385_000_000L;
        double now = MS;
        double rate = 1;
        for (int id = 1; id <= count; id++) {
            rate = Math.max(0.1, Math.min(30, rate * Math.exp(random.nextGaussian() / 3)));
            now += -Math.log(1 - random.nextDouble()) * meanGapNs / rate;
            int venue = random.nextInt(venues);
            mid += (random.nextInt(3) - 1) * EURUSD.tickSize();
            long bid = mid - random.nextInt(3) * EURUSD.tickSize();
            long spread = (random.nextInt(25) == 0 ? -1 : 4 + random.nextInt(3)) * EURUSD.tickSize();
            int sides = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 3;
            ticks.add(new Tick(id, (long) now, venue, bid, bid + spread, sides, 1 + random.nextInt(5)));
        }
        return ticks;
    }

    /**
     * Adds the answers of an application.
     *
     * @param conflationNs 0: every due tick; otherwise the latest of each slice
     * @param lose share of snapshots that are dropped
     * @param repeat share that are sent twice
     * @param latencyNs mean latency of each direction
     */
    SimulatedRun answer(RandomGenerator random, long conflationNs, double lose, double repeat, double latencyNs) {
        DueTicks application = new DueTicks(model, List.of(EURUSD), venues);
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        long[] received = new long[tiers];
        Map<Integer, Shown> waiting = new HashMap<>();
        long slice = 0;
        long decided = 0;
        for (Tick tick : ticks) {
            decided = Math.max(decided, tick.sentNs() + (long) (random.nextDouble() * latencyNs));
            while (conflationNs > 0 && decided >= slice + conflationNs) {
                slice += conflationNs;
                for (Shown shown : waiting.values()) {
                    send(random, shown, slice, lose, repeat, latencyNs, received);
                }
                waiting.clear();
            }
            long due = application.dueTiers(write(buffer, tick));
            for (int tier = 0; tier < tiers; tier++) {
                if ((due >>> tier & 1) != 0) {
                    Shown shown = new Shown(
                            tier,
                            0,
                            tick.id(),
                            application.expectedBid(0, tier),
                            application.expectedAsk(0, tier),
                            application.composite(0).bidQuantity(),
                            application.composite(0).askQuantity(),
                            false);
                    if (conflationNs > 0) {
                        waiting.put(tier, shown);
                    } else {
                        send(random, shown, decided, lose, repeat, latencyNs, received);
                    }
                }
            }
        }
        snapshots.sort(Comparator.comparingLong(Shown::receivedNs));
        return this;
    }

    private void send(
            RandomGenerator random,
            Shown shown,
            long atNs,
            double lose,
            double repeat,
            double latencyNs,
            long[] received) {
        int times = random.nextDouble() < lose ? 0 : random.nextDouble() < repeat ? 2 : 1;
        for (int i = 0; i < times; i++) {
            long at = Math.max(received[shown.session()] + 1, atNs + (long) (random.nextDouble() * latencyNs));
            received[shown.session()] = at;
            snapshots.add(shown.at(at, false));
        }
    }

    static TickRecord write(UnsafeBuffer buffer, Tick tick) {
        put(buffer, 0, tick);
        return new TickRecord(buffer, 0);
    }

    static void put(MutableDirectBuffer to, int at, Tick tick) {
        TickRecord.putTimes(to, at, tick.id(), tick.sentNs(), tick.sentNs(), 0);
        TickRecord.putSource(to, at, tick.sentNs(), 0, tick.venue(), tick.sides());
        TickRecord.putTop(to, at, tick.bid(), tick.ask(), tick.size(), tick.size());
    }

    MatchPlan plan(Matching matching) {
        List<SessionPlan> sessions = IntStream.range(0, tiers)
                .mapToObj(tier -> new SessionPlan(tier, "s" + tier, tier, List.of(0)))
                .toList();
        return new MatchPlan(
                sessions,
                1,
                venues,
                matching,
                MatchPlan.declaredTiers(sessions, 1),
                new Conflation(Conflation.NONE, 0),
                0,
                ticks.size(),
                0);
    }

    record Matched(TickResults soonest, TickResults latest, Matcher matcher) implements AutoCloseable {
        @Override
        public void close() {
            soonest.close();
            latest.close();
        }
    }

    Matched match(Path directory, Matching matching) {
        MatchPlan plan = plan(matching);
        boolean exact = matching.identified();
        TickResults latest = TickResults.create(directory.resolve("latest-" + matching.by()), tiers);
        TickResults soonest = exact ? latest : TickResults.create(directory.resolve("soonest-" + matching.by()), tiers);
        DueTicks due = new DueTicks(model, List.of(EURUSD), venues);
        AttributionOutput high = new AttributionOutput(latest, (at, age) -> {}, new Staleness(plan, 1));
        Matcher matcher = exact
                ? Matcher.byId(plan, SessionGroup.all(plan.sessions().size()), high)
                : Matcher.byPrice(
                        plan,
                        new AttributionOutput(soonest, (at, age) -> {}, new Staleness(plan, 1)),
                        high,
                        new PriceEvidence(plan, SessionGroup.all(plan.sessions().size()), due));
        play(due, matcher);
        matcher.finish();
        return new Matched(soonest, latest, matcher);
    }

    /** Numbers of due ticks x sessions and of those whose answer is certain. */
    record Answers(long due, long certain) {}

    /** Asserts that each answer by id lies within its bounds by price; counts ticks of higher ids than one. */
    Answers assertWithinBounds(String run, Matched truth, Matched matched, long afterId) {
        long due = 0;
        long certain = 0;
        for (Tick tick : ticks) {
            for (int session = 0; session < tiers; session++) {
                long answer = answered(truth.latest().cell(tick.id(), session), tick);
                long soonest = answered(matched.soonest().cell(tick.id(), session), tick);
                long latest = answered(matched.latest().cell(tick.id(), session), tick);
                if (answer < soonest || answer > latest) { // an assertion for each is slow
                    fail("%s, %s at session %d: %d, expected %d..%d", run, tick, session, answer, soonest, latest);
                }
                boolean counted = tick.id() > afterId && answer != 0;
                due += counted ? 1 : 0;
                certain += counted && soonest == latest ? 1 : 0;
            }
        }
        return new Answers(due, certain);
    }

    /** Answer time of a tick by its cell: 0 if it was not due, {@link #NEVER} without an answer. */
    static long answered(long cell, Tick tick) {
        if (ResultCell.outcome(cell) == ResultCell.UNCHANGED) {
            return 0;
        }
        return ResultCell.answered(cell) ? tick.sentNs() + ResultCell.responseNs(cell) : NEVER;
    }

    private void play(DueTicks due, Matcher matcher) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[TickRecord.LENGTH]);
        int next = 0;
        for (Tick tick : ticks) {
            while (next < snapshots.size() && snapshots.get(next).receivedNs() < tick.sentNs()) {
                show(buffer, matcher, snapshots.get(next++));
            }
            TickRecord record = write(buffer, tick);
            matcher.tick(record, due.dueTiers(record));
        }
        while (next < snapshots.size()) {
            show(buffer, matcher, snapshots.get(next++));
        }
    }

    private static void show(UnsafeBuffer buffer, Matcher matcher, Shown shown) {
        int flags = shown.possDup() ? SnapshotRecord.POSS_DUP : 0;
        SnapshotRecord.putArrival(buffer, 0, shown.receivedNs(), 1, 0);
        SnapshotRecord.putEvent(buffer, 0, SnapshotRecord.SNAPSHOT, flags, 0, 1, 0);
        SnapshotRecord.putTop(buffer, 0, shown.id(), shown.bid(), shown.ask(), shown.bidSize(), shown.askSize());
        matcher.event(shown.session(), new SnapshotRecord(buffer, 0));
    }
}
