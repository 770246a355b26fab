package org.ticktoquote.pricing.feed;

import java.util.concurrent.atomic.AtomicLong;

/** Counts of what the feed did; written by one thread each, read by any. */
public final class FeedCounters {
    private final AtomicLong ticks = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private final AtomicLong missing = new AtomicLong();
    private final AtomicLong duplicates = new AtomicLong();
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong sessions = new AtomicLong();

    /**
     * The counts at one moment.
     *
     * @param ticks in sequence
     * @param gaps places where ids were left out
     * @param missing ids left out there
     * @param duplicates ticks dropped because their id was not newer than the one before
     * @param malformed packets with something that is not a message
     * @param sessions of the feed
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

    /** One writer each: no need for an atomic read-modify-write. */
    private static void add(AtomicLong count, long by) {
        count.lazySet(count.getPlain() + by);
    }

    public Counts counts() {
        return new Counts(ticks.get(), gaps.get(), missing.get(), duplicates.get(), malformed.get(), sessions.get());
    }
}
