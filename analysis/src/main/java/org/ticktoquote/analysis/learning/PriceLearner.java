package org.ticktoquote.analysis.learning;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ticktoquote.analysis.learning.LearnedPrices.Finding;
import org.ticktoquote.analysis.matching.JournalMerge;
import org.ticktoquote.analysis.matching.SessionGroup;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.model.PriceTransform;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.core.run.RunManifest;

/**
 * Learns, for each session and pair, the offsets that an application adds to the composite on each side and the grid to
 * which it rounds.
 *
 * <p>The grid is the largest step that divides all prices of the pair. The offsets lead from a recent composite to both bid
 * and ask of the snapshot (see {@link OffsetVotes}). Offsets are accepted only with at least 20 samples, if they explain at
 * least a tenth of them, and if no other offsets have almost as many votes. If the best offsets explain every sample, only
 * offsets that explain every sample as well can rival them. Unexplained samples can show composites that are no longer kept
 * here, because an application lags more while it is cold or lacks CPU time. They are left to the matching, which keeps
 * more prices, preserves the order, and rejects unexplained snapshots. Not thread-safe.
 */
public final class PriceLearner implements JournalMerge.Listener {
    private static final int MIN_SAMPLES = 20;
    private static final double MIN_SHARE = 0.1;
    private static final double MAX_RIVAL = 0.95;
    private static final int MIN_LEAD = 3;

    private final RunManifest manifest;
    private final SessionGroup group;
    private final DueTicks model;
    private final RecentComposites[] composites;
    private final OffsetVotes[][] votes;
    private final long[] grids;
    /** Instruments without known prices. */
    private final BitSet unknown = new BitSet();

    /** Learns some sessions of a run with a declared composite. */
    public PriceLearner(RunManifest manifest, SessionGroup group) {
        int instruments = manifest.recording().instruments().size();
        List<PriceTransform> composite = List.of(new PriceTransform(0, 0, 1));
        this.manifest = manifest;
        this.group = group;
        this.model = new DueTicks(
                manifest.declared().model(),
                manifest.recording().venues().size(),
                Stream.generate(() -> composite).limit(instruments).toList());
        this.composites =
                Stream.generate(RecentComposites::new).limit(instruments).toArray(RecentComposites[]::new);
        this.votes = Stream.generate(() ->
                        Stream.generate(OffsetVotes::new).limit(instruments).toArray(OffsetVotes[]::new))
                .limit(group.sessions().size())
                .toArray(OffsetVotes[][]::new);
        this.grids = new long[instruments];
    }

    /** Returns the model of the composite without tiers, to be replayed with the journals. */
    public DueTicks model() {
        return model;
    }

    @Override
    public void warmUpTick(TickRecord tick, long dueTiers) {
        tick(tick, dueTiers);
    }

    @Override
    public void tick(TickRecord tick, long dueTiers) {
        int instrument = tick.instrumentId();
        if (dueTiers != 0 && !unknown.get(instrument)) {
            composites[instrument].add(model.expectedBid(instrument, 0), model.expectedAsk(instrument, 0));
        }
    }

    @Override
    public void pricesUnknown(int instrument, long atNs) {
        unknown.set(instrument);
    }

    @Override
    public void pricesKnown(TickRecord tick) {
        int instrument = tick.instrumentId();
        unknown.clear(instrument);
        composites[instrument].add(model.expectedBid(instrument, 0), model.expectedAsk(instrument, 0));
    }

    @Override
    public void event(int session, SnapshotRecord event) {
        int instrument = event.instrumentId();
        boolean priced = event.kind() == SnapshotRecord.SNAPSHOT
                && instrument < grids.length
                && !unknown.get(instrument)
                && event.bid() != Price.NONE
                && event.ask() != Price.NONE;
        if (priced) {
            long ofBids = RecentComposites.greatestDivisor(grids[instrument], event.bid());
            grids[instrument] = RecentComposites.greatestDivisor(ofBids, event.ask());
            votes[session][instrument].add(event, composites[instrument]);
        }
    }

    /** Returns the learned prices from learners of different sessions. The grid of a pair is common to all of them. */
    public static List<LearnedPrices> learned(List<PriceLearner> learners) {
        List<LearnedPrices> all = new ArrayList<>();
        for (PriceLearner learner : learners) {
            for (int i = 0; i < learner.votes.length; i++) {
                int session = learner.group.sessions().get(i);
                for (int instrument : learner.manifest.sessions().get(session).instruments()) {
                    all.add(learner.learned(
                            session, instrument, learner.votes[i][instrument], grid(learners, instrument)));
                }
            }
        }
        all.sort(Comparator.comparingInt(LearnedPrices::session)); // keeps the order of a session's pairs
        return all;
    }

    private static long grid(List<PriceLearner> learners, int instrument) {
        long grid = 0;
        for (PriceLearner learner : learners) {
            grid = RecentComposites.greatestDivisor(grid, learner.grids[instrument]);
        }
        return Math.max(1, grid);
    }

    private LearnedPrices learned(int session, int instrument, OffsetVotes own, long grid) {
        long step = RecentComposites.greatestDivisor(grid, composites[instrument].granularity());
        List<Offsets> offsets = Offsets.of(own, grid, step);
        if (offsets.isEmpty()) {
            Finding none = own.samples() < MIN_SAMPLES ? Finding.TOO_LITTLE : Finding.REFUSED;
            return new LearnedPrices(session, instrument, new PriceTransform(0, 0, grid), own.samples(), 0, none);
        }
        Offsets best = offsets.get(0);
        return new LearnedPrices(
                session, instrument, best.transform(grid), best.samples(), best.votes(), finding(offsets));
    }

    private static Finding finding(List<Offsets> offsets) {
        Offsets best = offsets.get(0);
        if (best.samples() < MIN_SAMPLES) {
            return Finding.TOO_LITTLE;
        }
        if (best.votes() < best.samples() * MIN_SHARE) {
            return Finding.REFUSED;
        }
        return offsets.size() > 1 && rivals(offsets.get(1), best) ? Finding.TOO_LITTLE : Finding.ACCEPTED;
    }

    /** Offsets that leave a snapshot unexplained do not rival offsets that explain all of them. */
    private static boolean rivals(Offsets second, Offsets best) {
        boolean fewer = best.votes() == best.samples() && second.votes() < best.votes();
        return !fewer && second.weight() > best.weight() * MAX_RIVAL && second.votes() > best.votes() - MIN_LEAD;
    }
}
