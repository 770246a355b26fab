package org.ticktoquote.analysis.matching;

/** Where one session stands with one pair. */
final class PairState {
    /** Due ticks without an answer. */
    final TickQueue pending = new TickQueue();
    /** The newest measured tick that the session's price reflects; 0 before the first. */
    long newest;
    /** Logged on, but no snapshot yet. */
    boolean awaitingFirst;
    /** Down by the harness's order, up to the first snapshot after it. */
    boolean excluding;
    /** A due tick was sent while the first snapshot was awaited. */
    boolean owed;

    void firstArrived() {
        awaitingFirst = false;
        excluding = false;
        owed = false;
    }
}
