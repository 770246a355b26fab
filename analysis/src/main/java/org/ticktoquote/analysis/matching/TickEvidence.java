package org.ticktoquote.analysis.matching;

import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/** Attributes snapshots to ticks, by the echoed id or by price. */
interface TickEvidence {
    /** Adds a warm-up tick, which the model has already applied. */
    void warmUpTick(TickRecord tick, long dueTiers);

    /** Ends the warm-up. {@code whole} is true if its last tick is known for certain. */
    default void warmedUp(boolean whole) {}

    /** Adds a measured tick, which the model has already applied. */
    void tick(long id, TickRecord tick, long dueTiers);

    /** Classifies a snapshot of the pair and reports the answers that are certain by now. */
    void snapshot(PairState pair, SnapshotRecord snapshot);

    /** Returns the position of a pair's newest tick if matched by id, or of its newest expected price if by price. */
    long newestPosition(PairState pair, TickRecord tick);

    /** Reports all open answers of the pair as they are: no later snapshot will narrow them down. */
    void settle(PairState pair);
}
