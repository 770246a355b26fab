package org.ticktoquote.core.journal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.ticktoquote.core.command.DaemonThread;

/**
 * Prepares the next segment of every journal of a process on one daemon thread, {@code journal-preparer}, so that writers
 * never create, fill or map files.
 *
 * <p>Polls the committed counts of the journals every 20 ms. Writers do not notify it.
 */
final class SegmentPreparer {
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final SegmentPreparer SHARED = new SegmentPreparer();

    private final Set<SegmentSupply> supplies = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean started = new AtomicBoolean();

    /** Returns the preparer of this process. Its thread starts with the first journal. */
    static SegmentPreparer shared() {
        return SHARED;
    }

    void add(SegmentSupply supply) {
        supplies.add(supply);
        if (started.compareAndSet(false, true)) {
            DaemonThread.start("journal-preparer", this::run);
        }
    }

    void remove(SegmentSupply supply) {
        supplies.remove(supply);
    }

    private void run() {
        while (true) {
            supplies.forEach(SegmentSupply::prepareWhenDue);
            LockSupport.parkNanos(LOOK_INTERVAL_NS);
        }
    }
}
