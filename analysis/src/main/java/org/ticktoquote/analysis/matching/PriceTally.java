package org.ticktoquote.analysis.matching;

/** Price checks of snapshots of one session and pair that name their tick. Read it after the matching. */
public final class PriceTally {
    private static final double MAX_UNKNOWN = 0.5;

    long looked;
    long unknown;
    long older;

    /** Returns whether the model explains at least half of the prices. Otherwise the application's spread is unknown. */
    public boolean modelled() {
        return unknown <= looked * MAX_UNKNOWN;
    }

    /** Returns the number of snapshots checked. */
    public long looked() {
        return looked;
    }

    /** Returns how many of them show a price that the model has not made so far. */
    public long unknown() {
        return unknown;
    }

    /** Returns how many of them show a price that the model made, but only before the tick they name. */
    public long older() {
        return older;
    }
}
