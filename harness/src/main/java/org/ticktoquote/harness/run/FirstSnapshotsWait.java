package org.ticktoquote.harness.run;

import java.util.concurrent.TimeUnit;

/**
 * Determines how long to wait for first snapshots after the warm-up: until the limit, or for 10 s without progress. A poll
 * counts as {@value #POLL_MS} ms at most, because a slow one means that the host is busy. Not thread-safe.
 */
final class FirstSnapshotsWait {
    private static final long POLL_MS = 100;
    /** Interval between polls. */
    static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(POLL_MS);

    private static final long IDLE_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final long limitNs;
    private long polledNs;
    private int missing = Integer.MAX_VALUE;
    private long snapshots;
    private long idleNs;

    FirstSnapshotsWait(long nowNs, long limitNs) {
        this.polledNs = nowNs;
        this.limitNs = limitNs;
    }

    /**
     * Updates the state after a poll, and returns whether to continue.
     *
     * @param stillMissing subscriptions without a snapshot
     * @param received snapshots received so far by all sessions
     */
    boolean continues(int stillMissing, long received, long nowNs) {
        boolean progress = stillMissing < missing || received > snapshots;
        idleNs = progress ? 0 : idleNs + Math.min(POLL_NS, nowNs - polledNs);
        missing = stillMissing;
        snapshots = received;
        polledNs = nowNs;
        return stillMissing > 0 && idleNs < IDLE_LIMIT_NS && nowNs - limitNs < 0;
    }
}
