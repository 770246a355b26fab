package org.ticktoquote.core.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the next segment of every journal of a process on one daemon thread, {@code journal-preparer}, so that no
 * writer ever creates, fills or maps a file.
 *
 * <p>It looks at the committed counts of the registered journals every few milliseconds: writers do not notify it.
 */
final class SegmentPreparer {
    private static final long LOOK_INTERVAL_NS = 5_000_000;
    private static final SegmentPreparer SHARED = new SegmentPreparer();

    private final Map<JournalWriter, Slot> slots = new ConcurrentHashMap<>();
    private final AtomicBoolean started = new AtomicBoolean();

    private static final class Slot {
        volatile @Nullable JournalHeader current;
        volatile int wantedIndex;
        volatile long atCommitted;
        volatile int preparedIndex;
        volatile @Nullable JournalSegment prepared;
        volatile @Nullable RuntimeException failure;
        boolean closed;
    }

    /** The preparer of this process; its thread starts with the first journal. */
    static SegmentPreparer shared() {
        return SHARED;
    }

    void register(JournalWriter writer) {
        slots.put(writer, new Slot());
        if (started.compareAndSet(false, true)) {
            Thread thread = new Thread(this::run, "journal-preparer");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** States that the segment is wanted once the current one holds so many records. */
    void wanted(JournalWriter writer, JournalHeader current, int index, long atCommitted) {
        Slot slot = slot(writer);
        slot.current = current;
        slot.atCommitted = atCommitted;
        slot.wantedIndex = index;
    }

    /** The prepared segment, or null when it is not ready yet. */
    @Nullable
    JournalSegment take(JournalWriter writer, int index) {
        Slot slot = slot(writer);
        RuntimeException failure = slot.failure;
        if (failure != null) {
            throw failure;
        }
        return slot.preparedIndex == index ? slot.prepared : null;
    }

    /** Waits for the segment up to a limit. */
    JournalSegment await(JournalWriter writer, int index, long limitNs) {
        slot(writer).atCommitted = 0;
        long deadline = System.nanoTime() + limitNs;
        while (System.nanoTime() - deadline < 0) {
            JournalSegment segment = take(writer, index);
            if (segment != null) {
                return segment;
            }
            LockSupport.parkNanos(100_000);
        }
        throw new JournalException("segment " + index + " was not ready within " + limitNs + " ns");
    }

    private Slot slot(JournalWriter writer) {
        Slot slot = slots.get(writer);
        if (slot == null) {
            throw new IllegalStateException("the journal is closed");
        }
        return slot;
    }

    void deregister(JournalWriter writer) {
        Slot slot = slots.remove(writer);
        if (slot == null) {
            return;
        }
        synchronized (slot) {
            slot.closed = true;
            JournalSegment unused = slot.prepared;
            if (unused != null && slot.preparedIndex == slot.wantedIndex) {
                unused.unmap();
                delete(unused);
            }
        }
    }

    private static void delete(JournalSegment unused) {
        try {
            Files.deleteIfExists(unused.file);
        } catch (IOException e) {
            throw new JournalException(unused.file + ": cannot be deleted: " + e, e);
        }
    }

    private void run() {
        while (true) {
            slots.forEach(SegmentPreparer::look);
            LockSupport.parkNanos(LOOK_INTERVAL_NS);
        }
    }

    private static void look(JournalWriter writer, Slot slot) {
        synchronized (slot) {
            int wanted = slot.wantedIndex;
            JournalHeader current = slot.current;
            boolean due = slot.preparedIndex < wanted && slot.failure == null && !slot.closed;
            if (!due || current == null || current.committed() < slot.atCommitted) {
                return;
            }
            try {
                slot.prepared = writer.prepare(wanted);
                slot.preparedIndex = wanted;
            } catch (RuntimeException e) {
                slot.failure = e;
            }
        }
    }
}
