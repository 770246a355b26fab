package org.ticktoquote.analysis.matching;

import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.journal.TickRecord;

/** What tells which tick a snapshot reflects: an id that it echoes, or its price. */
interface Evidence {
    /** A tick of the warm-up was sent; the model has played it. */
    void warmUpTick(TickRecord tick, long dueTiers);

    /** The warm-up is over; {@code whole} when its last tick is known for sure. */
    void warmedUp(boolean whole);

    /** A measured tick of the id was sent; the model has played it. */
    void tick(long id, TickRecord tick, long dueTiers);

    /** A snapshot of the pair arrived: classify it and give the answers that it allows. */
    void snapshot(PairState pair, SnapshotRecord snapshot);

    /** Nothing more is to be learned about the pair's snapshots so far: give the answers that were kept back. */
    void settle(PairState pair);
}
