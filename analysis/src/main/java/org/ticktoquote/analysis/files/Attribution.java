package org.ticktoquote.analysis.files;

/**
 * Attribution of snapshots to ticks on which a result file is based.
 *
 * <p>A run with exact latencies has only {@link #ONLY}.
 */
public enum Attribution {
    ONLY("", ""),
    LATEST("", "the latest possible answer; the soonest is in the file with -soonest"),
    SOONEST("-soonest", "the soonest possible answer; the latest is in the file without -soonest");

    private final String suffix;
    private final String meaning;

    Attribution(String suffix, String meaning) {
        this.suffix = suffix;
        this.meaning = meaning;
    }

    /** Returns the suffix of the file name. */
    String suffix() {
        return suffix;
    }

    /** Returns a description for users; empty if there is only one attribution. */
    String meaning() {
        return meaning;
    }
}
