package org.ticktoquote.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
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
import org.ticktoquote.analysis.matching.SessionTally;
import org.ticktoquote.analysis.matching.StaleTime;
import org.ticktoquote.analysis.measures.Staleness;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.core.journal.JournalOrigin;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;

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
            return run(model, Matcher.byId(plan, bound(plan, results)), SessionTally::matched);
        }
    }

    @Benchmark
    @OperationsPerInvocation(MatchedMarket.SNAPSHOTS)
    public long matchByPrice() throws IOException {
        DueTicks model = MatchedMarket.model();
        MatchPlan plan = plan(Matching.byPrice(Matching.DECLARED));
        try (TickResults soonest = results("tick-results-soonest.bin");
                TickResults latest = results("tick-results.bin")) {
            PriceEvidence evidence = new PriceEvidence(plan, model);
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
            PriceEvidence evidence = new PriceEvidence(plan, model);
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
        return tally.initial() + tally.matched() + tally.duplicate() + tally.ambiguous();
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
}
