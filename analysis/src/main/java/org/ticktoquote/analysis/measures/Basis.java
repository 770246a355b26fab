package org.ticktoquote.analysis.measures;

/**
 * Reliability of a run's figures. Figures can be supported in a sound run; in an unattributed run, only those of the
 * replay lag can. All other figures are diagnostic.
 */
public enum Basis {
    /** Complete run with attributed snapshots. */
    SOUND,
    /** Run that was cut short, or has incomplete or foreign files: missing answers are not the application's fault. */
    BROKEN_OFF,
    /** Run whose snapshots could not be attributed, so that the outcomes of ticks are unknown. */
    UNATTRIBUTED;

    public static Basis of(boolean attributed, boolean brokenOff) {
        if (!attributed) {
            return UNATTRIBUTED;
        }
        return brokenOff ? BROKEN_OFF : SOUND;
    }
}
