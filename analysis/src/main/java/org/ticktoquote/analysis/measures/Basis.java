package org.ticktoquote.analysis.measures;

/** What figures rest on: on anything but a sound run they are diagnostics, of which nothing is supported. */
public enum Basis {
    /** A whole run, whose snapshots could be attributed to ticks. */
    SOUND,
    /** A run that broke off, or whose files are not whole or its own: what is missing is nobody's answer. */
    BROKEN_OFF,
    /** Snapshots that could not be attributed to ticks: what became of these is unknown. */
    UNATTRIBUTED;

    /** Of what there is. */
    public static Basis of(boolean attributed, boolean brokenOff) {
        if (!attributed) {
            return UNATTRIBUTED;
        }
        return brokenOff ? BROKEN_OFF : SOUND;
    }
}
