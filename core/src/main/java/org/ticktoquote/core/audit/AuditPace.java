package org.ticktoquote.core.audit;

import java.util.concurrent.TimeUnit;

/** When the next line is due: every second at first, half as often after each hour's worth of lines. Not thread-safe. */
final class AuditPace {
    static final int LINES_PER_PACE = 3_600;

    private long intervalNs = TimeUnit.SECONDS.toNanos(1);
    private long nextNs;
    private int lines;

    AuditPace(long startNs) {
        this.nextNs = startNs + intervalNs;
    }

    long leftNs(long nowNs) {
        return nextNs - nowNs;
    }

    /** A line was written; the moments that passed are left out. */
    void written(long nowNs) {
        lines++;
        if (lines % LINES_PER_PACE == 0) {
            intervalNs *= 2;
        }
        nextNs += Math.max(1, Math.floorDiv(nowNs - nextNs, intervalNs) + 1) * intervalNs;
    }
}
