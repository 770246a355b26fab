package org.ticktoquote.analysis.files;

/**
 * Which of the attributions of snapshots to ticks a file is of.
 *
 * <p>Where snapshots name their ticks there is only {@link #ONLY}.
 */
public enum Attribution {
    ONLY("", ""),
    LATEST("", "the one that answers latest; the one that answers soonest is in the file named so"),
    SOONEST("-soonest", "the one that answers soonest; the one that answers latest is in the file without that word");

    private final String suffix;
    private final String meaning;

    Attribution(String suffix, String meaning) {
        this.suffix = suffix;
        this.meaning = meaning;
    }

    /** Of the file's name. */
    String suffix() {
        return suffix;
    }

    /** For people; empty where there is nothing to tell apart. */
    String meaning() {
        return meaning;
    }
}
