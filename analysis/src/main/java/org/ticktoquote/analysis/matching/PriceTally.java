package org.ticktoquote.analysis.matching;

/** Price checks of the snapshots of one session and pair that name their tick. Complete after the matching. */
public final class PriceTally {
    private static final double MAX_UNKNOWN = 0.5;

    long checked;
    long unknown;
    long older;

    /** Returns whether the model explains at least half of the prices. Otherwise the application's spread is unknown. */
    public boolean modelled() {
        return unknown <= checked * MAX_UNKNOWN;
    }

    /** Returns the number of snapshots checked. */
    public long checked() {
        return checked;
    }

    /** Returns the number of checked snapshots with a price that the model had not produced by then. */
    public long unknown() {
        return unknown;
    }

    /** Returns the number of checked snapshots with a price that the model produced only before the named tick. */
    public long older() {
        return older;
    }
}
