package org.ticktoquote.analysis.evidence;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Finds the start of the JVM that wrote a file of an {@link UptimeLog}, from Zing's header or else from the first line with
 * both time stamps. Not thread-safe.
 */
final class UptimeStart {
    private OptionalLong headNs = OptionalLong.empty();
    private OptionalLong datedNs = OptionalLong.empty();
    private boolean dated;

    void line(UptimeLine line) {
        dated |= line.isDated();
        long startMs = ZingRecord.startMs(line.message());
        if (headNs.isEmpty() && startMs != ZingRecord.NO_START) {
            headNs = OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(startMs));
        }
        if (datedNs.isEmpty() && line.isDated() && line.hasUptime()) {
            datedNs = OptionalLong.of(line.dayNs() - line.uptimeNs());
        }
    }

    /** Returns the start in ns since 1970-01-01 UTC; empty if unknown. */
    OptionalLong ns() {
        return headNs.isPresent() ? headNs : datedNs;
    }

    /** Returns whether a line has a date. */
    boolean isDated() {
        return dated;
    }
}
