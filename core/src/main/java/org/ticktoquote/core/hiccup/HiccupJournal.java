package org.ticktoquote.core.hiccup;

import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalWriter;

/**
 * Journal of the delays above a threshold, in a fixed amount of disk space.
 *
 * <p>The threshold doubles after each eighth of the space, so that a noisy machine loses small hiccups, not large ones.
 * When the space is used up, or the disk is full, hiccups are only counted. A journal that lacks hiccups because the disk
 * was full is never marked closed. Written by one thread, read by any.
 */
final class HiccupJournal implements AutoCloseable {
    /** 8 MiB of disk, enough for an hour of 72 recorded hiccups per second. */
    static final long CAPACITY = 1 << 18;

    private static final long RECORDS_PER_SEGMENT = 1 << 14;
    private static final int DOUBLINGS = 8;

    private final @Nullable JournalWriter writer;
    private final long capacity;
    private final AtomicLong recorded = new AtomicLong();
    private final AtomicLong unrecorded = new AtomicLong();
    private volatile long thresholdNs;
    private volatile String failure = "";

    private HiccupJournal(@Nullable JournalWriter writer, long thresholdNs, long capacity) {
        this.writer = writer;
        this.thresholdNs = thresholdNs;
        this.capacity = capacity;
    }

    /** Creates a file with room for a number of records. Throws if the file exists or cannot be created. */
    static HiccupJournal at(Path file, UUID run, long thresholdNs, long capacity) {
        JournalWriter writer = JournalWriter.at(file, HiccupRecord.SCHEMA)
                .run(run)
                .recordsPerSegment(Math.min(capacity, RECORDS_PER_SEGMENT))
                .open();
        return new HiccupJournal(writer, thresholdNs, capacity);
    }

    /** Creates a journal without a file, which only counts. */
    static HiccupJournal none(long thresholdNs) {
        return new HiccupJournal(null, thresholdNs, 0);
    }

    /** Writes a delay if it reaches the threshold. Called by the measuring thread. */
    void record(long intendedNs, long actualNs) {
        if (actualNs - intendedNs < thresholdNs) {
            return;
        }
        JournalWriter open = writer;
        if (open == null || recorded.get() == capacity || !failure.isEmpty()) {
            unrecorded.incrementAndGet();
            return;
        }
        try {
            int at = open.claim();
            HiccupRecord.put(open.buffer(), at, intendedNs, actualNs, thresholdNs);
            open.commit();
        } catch (JournalException full) {
            failure = String.valueOf(full.getMessage());
            unrecorded.incrementAndGet();
            return;
        }
        if (recorded.incrementAndGet() % Math.max(1, capacity / DOUBLINGS) == 0) {
            thresholdNs = 2 * thresholdNs;
        }
    }

    long thresholdNs() {
        return thresholdNs;
    }

    long recorded() {
        return recorded.get();
    }

    long unrecorded() {
        return unrecorded.get();
    }

    String failure() {
        return failure;
    }

    @Override
    public void close() {
        if (writer != null && failure.isEmpty()) {
            writer.close();
        } else if (writer != null) {
            writer.abandon();
        }
    }
}
