package org.ticktoquote.core.journal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.Problem;

/**
 * Supplies the segments of one journal, at most one ahead of its writer.
 *
 * <p>The writing thread calls {@link #next()}. One daemon thread of the process, {@code journal-preparer}, calls
 * {@link #prepareWhenDue()}, which creates the next segment once the current one is half full, so that writers never
 * create, fill or map files. It polls the committed counts of the journals every 20 ms. Writers do not notify it.
 */
final class SegmentSupply {
    private static final long WAIT_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);
    /** Start clock of every segment but the first. */
    private static final ClockPair NO_CLOCK = new ClockPair(0, 0, 0);

    private static final long WAIT_STEP_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final Set<SegmentSupply> PREPARED = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean PREPARER_STARTED = new AtomicBoolean();

    private final JournalWriter.Builder journal;
    private volatile JournalHeader current;
    private volatile @Nullable JournalSegment ready;
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;
    private int nextIndex;
    private long waits;

    private SegmentSupply(JournalWriter.Builder journal, JournalSegment first) {
        this.journal = journal;
        this.current = first.header;
        this.ready = first;
        this.nextIndex = 1;
    }

    /**
     * Creates a supply with the first segment ready.
     *
     * @param start clocks when the journal is created
     * @throws JournalException if the segment cannot be created
     */
    static SegmentSupply open(JournalWriter.Builder journal, ClockPair start) {
        return new SegmentSupply(journal, JournalSegment.create(journal, 0, start));
    }

    /** Prepares segments in the background until the supply is closed. The first call in a process starts the thread. */
    void prepareInBackground() {
        PREPARED.add(this);
        if (PREPARER_STARTED.compareAndSet(false, true)) {
            DaemonThread.start("journal-preparer", SegmentSupply::prepareAll);
        }
    }

    private static void prepareAll() {
        while (true) {
            PREPARED.forEach(SegmentSupply::prepareWhenDue);
            LockSupport.parkNanos(POLL_INTERVAL_NS);
        }
    }

    /**
     * Returns the next segment, waiting up to 10 s for it. Creates it immediately if the journal is written in chunks.
     *
     * @throws JournalException if the segment could not be prepared
     */
    JournalSegment next() {
        JournalSegment next = ready;
        if (next == null) {
            next = journal.inChunks ? JournalSegment.create(journal, nextIndex++, NO_CLOCK) : await();
        }
        current = next.header;
        ready = null; // cleared after current is set, or the preparer could create a segment too early
        return next;
    }

    private JournalSegment await() {
        waits++;
        long deadline = System.nanoTime() + WAIT_LIMIT_NS;
        do {
            checkUsable();
            JournalSegment segment = ready;
            if (segment != null) {
                return segment;
            }
            LockSupport.parkNanos(WAIT_STEP_NS);
        } while (System.nanoTime() - deadline < 0);
        throw new JournalException(Problem.of(journal.path)
                .fault("no new segment within " + TimeUnit.NANOSECONDS.toSeconds(WAIT_LIMIT_NS) + " s"));
    }

    private void checkUsable() {
        Throwable cause = failure;
        if (cause instanceof JournalException known) {
            throw new JournalException(known.problem(), cause);
        }
        if (cause != null) {
            throw new JournalException(Problem.of(journal.path).fault("no new segment: " + cause), cause);
        }
    }

    /** Returns whether {@link #next()} would return at once. */
    boolean isReady() {
        return ready != null;
    }

    /** Returns how often {@link #next()} had to wait. Called by the writing thread. */
    long waits() {
        return waits;
    }

    /** Creates the next segment if it is due. Keeps a failure for the writer. */
    synchronized void prepareWhenDue() {
        if (closed || failure != null || ready != null || current.committed() < journal.recordsPerSegment / 2) {
            return;
        }
        try {
            ready = JournalSegment.create(journal, nextIndex, NO_CLOCK);
            nextIndex++;
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Ends the supply and deletes an unused segment. The current segment can be unmapped afterwards. */
    synchronized void close() {
        PREPARED.remove(this);
        closed = true;
        JournalSegment unused = ready;
        ready = null;
        if (unused != null) {
            unused.delete();
        }
    }
}
