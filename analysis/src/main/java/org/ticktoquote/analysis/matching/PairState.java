package org.ticktoquote.analysis.matching;

import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.model.DueTicks;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.core.journal.TickRecord;
import org.ticktoquote.core.price.Price;

/** Where one session stands with one pair. */
final class PairState {
    /** The position of the session in the plan. */
    final int session;

    final int instrument;
    /** Which of the pair's prices the session gets; below 0 when that is not known. */
    final int tier;

    private final long tierBit;

    final SessionTally tally;
    /** What the session's snapshots, of all pairs, tell of the application's progress. */
    final TakenTicks taken;
    /** Under the attribution that answers soonest. */
    final TickAnswers low;
    /** Under the one that answers latest; the same object when there is only one. */
    final TickAnswers high;
    /** Snapshots whose tick is not certain yet. */
    final OpenSnapshots open;
    /** The oldest and the newest due tick that the last settled snapshot can show. */
    long shownOldestId;

    long shownNewestId;
    /** By id: what their prices showed. */
    final PriceTally prices = new PriceTally();
    /** Snapshots that were matched by price. */
    long snapshots;
    /** Those that show what the rules of matching by price rule out: then nothing that rests on them is certain here. */
    long contradictions;
    /** Whether snapshots of one venue's ticks came in another order than the ticks, where intervals rest on their order. */
    boolean outOfOrder;
    /** By venue, with one order of the ticks of several: the newest tick that a snapshot named. */
    private final long[] newestOf;

    /** Logged on, but no snapshot yet. */
    boolean awaitingFirst;
    /** Down by the harness's order, up to the first snapshot after it; for good where prices are not known. */
    private boolean excluding;

    private long excludedSinceNs;
    private boolean withdrawn;
    private long withdrawnNs;

    /** A due tick was sent while the first snapshot was awaited. */
    boolean owed;

    PairState(
            int session,
            int instrument,
            int tier,
            SessionTally tally,
            TakenTicks taken,
            TickAnswers low,
            TickAnswers high,
            int openLimit,
            int venues) {
        this.session = session;
        this.instrument = instrument;
        this.tier = tier;
        this.tierBit = priced() ? 1L << tier : 0;
        this.excluding = !priced();
        this.tally = tally;
        this.taken = taken;
        this.low = low;
        this.high = high;
        this.open = new OpenSnapshots(openLimit);
        this.newestOf = new long[venues];
    }

    /** Whether it is known what its snapshots can show. */
    final boolean priced() {
        return tier >= 0;
    }

    /** A snapshot named a tick where all ticks should have one order; {@code regressed} where it was older than one before. */
    void named(long id, int venue, boolean regressed) {
        if (id >= newestOf[venue]) {
            newestOf[venue] = id;
            tally.acrossVenues += regressed ? 1 : 0;
        }
    }

    /** Whether nothing contradicts what the matching relies on. */
    final boolean agreed() {
        return contradictions == 0 && !outOfOrder && priced();
    }

    /** A tick of the pair was sent, or should have been; the model, where there is one, has played it. */
    void tick(long id, TickRecord tick, long dueTiers, @Nullable DueTicks model) {
        boolean due = (dueTiers & tierBit) != 0;
        owed |= due && awaitingFirst;
        if (due && !excluding) {
            long bid = model == null ? Price.NONE : model.expectedBid(instrument, tier);
            long ask = model == null ? Price.NONE : model.expectedAsk(instrument, tier);
            await(low, id, tick, bid, ask);
            if (high != low) {
                await(high, id, tick, bid, ask);
            }
        } else {
            note(id, excluding ? ResultCell.of(ResultCell.EXCLUDED) : unchanged(tick));
        }
    }

    /** What did not leave is unchanged for certain: a snapshot that names it shows the book at the time of a request. */
    private static long unchanged(TickRecord tick) {
        return tick.leftOut() ? ResultCell.leftOut() : ResultCell.of(ResultCell.UNCHANGED);
    }

    private static void await(TickAnswers by, long id, TickRecord tick, long bid, long ask) {
        by.await(id, tick.intendedNs(), bid, ask);
        if (tick.deserted()) {
            by.missLast();
        }
    }

    /** The session is back: what waits was sent while it was away, or had no answer when it went. */
    void back() {
        low.miss();
        if (high != low) {
            high.miss();
        }
    }

    /** Whether a due tick has no answer yet. */
    boolean waits() {
        return low.waits() || high.waits();
    }

    private void note(long id, long cell) {
        low.note(id, cell);
        if (high != low) {
            high.note(id, cell);
        }
    }

    /** Nothing that is pending will be answered; {@code seen} is false when a capture may lack the answers. */
    void giveUp(int outcome, long atNs, boolean seen) {
        low.giveUp(outcome, atNs, seen);
        if (high != low) {
            high.giveUp(outcome, atNs, seen);
        }
    }

    /** A snapshot showed neither bid nor ask: the session has no price, whatever it had. */
    void withdraw(long atNs) {
        tally.withdrawn++;
        if (!withdrawn && !excluding) {
            withdrawn = true;
            withdrawnNs = atNs;
        }
        low.has(Price.NONE, Price.NONE);
        high.has(Price.NONE, Price.NONE);
    }

    /** A price arrived, or the time for which the session had none is over for another reason. */
    void hasPriceAgain(long atNs) {
        if (withdrawn) {
            withdrawn = false;
            tally.noPriceNs[instrument] += atNs - withdrawnNs;
        }
    }

    /** The harness orders the session down: nothing up to its next first snapshot counts. */
    void exclude(long atNs) {
        hasPriceAgain(atNs);
        excludedSinceNs = excluding ? excludedSinceNs : atNs;
        excluding = true;
    }

    /** The first snapshot after a logon arrived. */
    void firstArrived(long atNs) {
        if (priced()) {
            endExclusion(atNs);
        }
        awaitingFirst = false;
        owed = false;
    }

    /** What was excluded up to now is reported. */
    void endExclusion(long atNs) {
        if (excluding) {
            excluding = false;
            low.excluded(excludedSinceNs, atNs);
            if (high != low) {
                high.excluded(excludedSinceNs, atNs);
            }
        }
    }
}
