package org.ticktoquote.pricing.feed;

import java.util.concurrent.atomic.AtomicLong;

/** Counters of the feed. Each is written by one thread. Any thread can read. */
public final class FeedCounters {
    private final AtomicLong ticks = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private final AtomicLong missing = new AtomicLong();
    private final AtomicLong duplicates = new AtomicLong();
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong sessions = new AtomicLong();

    /**
     * Snapshot of the counters.
     *
     * @param ticks number of ticks received in sequence
     * @param gaps number of gaps in the ids
     * @param missing ids in these gaps
     * @param duplicates ticks discarded because their id was not newer than the previous one
     * @param malformed packets with invalid messages
     * @param sessions number of feed sessions
     */
    public record Counts(long ticks, long gaps, long missing, long duplicates, long malformed, long sessions) {}

    public void tick() {
        add(ticks, 1);
    }

    void gap(long ids) {
        add(missing, ids);
        add(gaps, 1);
    }

    void duplicate() {
        add(duplicates, 1);
    }

    public void malformed() {
        add(malformed, 1);
    }

    public void session() {
        add(sessions, 1);
    }

    /** Uses a plain read, because each counter has one writer. */
    private static void add(AtomicLong count, long by) {
        count.lazySet(count.getPlain() + by);
    }

    public Counts counts() {
        return new Counts(ticks.get(), gaps.get(), missing.get(), duplicates.get(), malformed.get(), sessions.get());
    }
}
