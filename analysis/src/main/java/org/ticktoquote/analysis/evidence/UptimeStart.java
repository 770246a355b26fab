package org.ticktoquote.analysis.evidence;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * When the JVM began that wrote a file of an {@link UptimeLog}: by the head that Zing writes into it, else by its first line with
 * both stamps. Not thread-safe.
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

    /** In ns since 1970-01-01 UTC; empty where the file does not say. */
    OptionalLong ns() {
        return headNs.isPresent() ? headNs : datedNs;
    }

    /** Whether a line has a date, which places it by itself. */
    boolean isDated() {
        return dated;
    }
}
