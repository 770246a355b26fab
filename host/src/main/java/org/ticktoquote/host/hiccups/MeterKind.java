package org.ticktoquote.host.hiccups;

import java.util.Locale;

/** What a meter measures. */
public enum MeterKind {
    /** How late a sleeping thread wakes up, on an absolute schedule. */
    WAKE_UP,
    /** For how long a thread that never sleeps is kept off its CPU. */
    SPIN_GAP;

    /** As in options and results: {@code wake-up}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
