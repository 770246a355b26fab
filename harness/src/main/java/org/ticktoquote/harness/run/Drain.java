package org.ticktoquote.harness.run;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.ticktoquote.core.command.DurationText;

/**
 * How long answers are waited for after the last tick, on the harness's clock: as long as was stated, or else until no session
 * received anything for some time, within a floor and a ceiling.
 *
 * <p>The clients listen on for a while, so that an answer that comes too late is seen. An application that never falls silent,
 * as one does that repeats its quotes, is given twice the time of the slowest answer seen. Not thread-safe.
 */
final class Drain {
    /** Without {@code --drain}, at least. */
    static final long LEAST_NS = TimeUnit.SECONDS.toNanos(2);
    /** Without {@code --drain}, at most. */
    static final long MOST_NS = TimeUnit.SECONDS.toNanos(60);
    /** For which the clients listen on, at least. */
    static final long LATE_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final OptionalLong stated;
    private final long slowestNs;
    private final boolean silent;
    private final long endNs;
    private long lastNs;
    private long snapshots;

    /**
     * Begins at the end of the replay.
     *
     * @param stated the length that the user wants
     * @param slowestNs the slowest answer of the warm-up
     * @param silent whether the application fell silent when the warm-up ended
     * @param snapshots that all sessions have received
     */
    Drain(OptionalLong stated, long slowestNs, boolean silent, long endNs, long snapshots) {
        this.stated = stated;
        this.slowestNs = slowestNs;
        this.silent = silent;
        this.endNs = endNs;
        this.lastNs = endNs;
        this.snapshots = snapshots;
    }

    /** All sessions have received so many by now. */
    void received(long total, long nowNs) {
        if (total != snapshots) {
            snapshots = total;
            lastNs = nowNs;
        }
    }

    /** Whether what comes from now on is late. */
    boolean over(long nowNs) {
        long pastNs = nowNs - endNs;
        if (stated.isPresent()) {
            return pastNs >= stated.getAsLong();
        }
        return pastNs >= leastNs() && (quiet(nowNs) || pastNs >= MOST_NS);
    }

    /** Whether the clients need not listen any longer to an answer that is late. */
    boolean heardOut(long deadlineNs, long nowNs) {
        long pastNs = nowNs - endNs;
        boolean listened = nowNs - deadlineNs >= LATE_NS;
        return listened && (pastNs >= MOST_NS || pastNs >= leastNs() && quiet(nowNs));
    }

    private long leastNs() {
        return Math.max(LEAST_NS, Math.min(MOST_NS, 2 * slowestNs));
    }

    private boolean quiet(long nowNs) {
        return !silent || nowNs - lastNs >= Math.max(QUIET_NS, Math.min(LEAST_NS, slowestNs));
    }

    /** What decided, for people, when it was over. Its length, from the last tick on, is found by the analysis. */
    String words() {
        if (stated.isPresent()) {
            return "as --drain says";
        }
        String rule = silent ? "until nothing had arrived for some time" : "the application never falls silent";
        return rule + "; slowest answer of the warm-up " + DurationText.format(slowestNs);
    }
}
