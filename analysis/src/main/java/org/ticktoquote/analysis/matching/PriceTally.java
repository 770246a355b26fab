package org.ticktoquote.analysis.matching;

/** What the prices of snapshots that name their tick showed, of one session and pair; read it when the matching is finished. */
public final class PriceTally {
    private static final double MOST_UNKNOWN = 0.5;

    long looked;
    long unknown;
    long older;

    /** Whether the model makes at least half of the prices: otherwise it is not known what the application adds to them. */
    public boolean modelled() {
        return unknown <= looked * MOST_UNKNOWN;
    }

    /** Snapshots whose price was looked at. */
    public long looked() {
        return looked;
    }

    /** Those whose price the model never made so far. */
    public long unknown() {
        return unknown;
    }

    /** Those whose price the model made, but not since the tick that they name. */
    public long older() {
        return older;
    }
}
