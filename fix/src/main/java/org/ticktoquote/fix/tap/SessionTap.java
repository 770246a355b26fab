package org.ticktoquote.fix.tap;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.fix.message.MessageFlood;
import org.ticktoquote.fix.message.MessageFramer;

/**
 * What one FIX session receives, over all its connections: its journal, its counters, and whether it is meant to be down.
 *
 * <p>{@link #connected} and {@link ConnectionTap} belong to the I/O thread of the session, which has all of its connections
 * one after another: the journal has one writer at a time. The rest may be called by any thread.
 */
public final class SessionTap {
    private static final long HAND_OVER_LIMIT_MS = 5_000;

    private final int index;
    private final SnapshotForm form;
    private final boolean forwardSnapshots;
    private final SessionJournal journal;
    private final TapCounters counters;
    private final PriceUpdates updates;
    private final TapListener listener;
    private final NanoClock clock;
    private final MessageFlood flood = new MessageFlood();
    private final Semaphore writing = new Semaphore(1);
    private volatile boolean down;
    private volatile boolean stopping;
    private volatile boolean over;
    private int brokenReads;

    /**
     * A tap that has received nothing.
     *
     * @param index the session's number
     * @param form how the counterparty writes
     * @param highestInstrument the largest of their ids
     * @param bookDepth entries of each side that a book keeps
     * @param forwardSnapshots whether QuickFIX/J sees the snapshots too
     */
    public SessionTap(
            int index,
            SnapshotForm form,
            int highestInstrument,
            int bookDepth,
            boolean forwardSnapshots,
            JournalWriter writer,
            TapListener listener,
            NanoClock clock) {
        this.index = index;
        this.form = form;
        this.forwardSnapshots = forwardSnapshots;
        this.counters = new TapCounters(highestInstrument);
        this.journal = new SessionJournal(writer, counters, new FixFields(form));
        this.listener = listener;
        this.clock = clock;
        this.updates = new PriceUpdates(this, form, highestInstrument, bookDepth);
    }

    /** A new connection of this session; the one before has ended on the same I/O thread. */
    public ConnectionTap connected(Forward forward) {
        return connected(forward, MessageFramer.of(form.beginString(), Edge.LAST_BYTE), false);
    }

    /**
     * Likewise, over a framer that may have read messages already, which {@link ConnectionTap#takeFramed} takes.
     *
     * @param inMidstream whether reading begins after the Logon; the framer {@linkplain MessageFramer#resynchronise
     *     resynchronises} then
     */
    public ConnectionTap connected(Forward forward, MessageFramer framer, boolean inMidstream) {
        if (!writing.tryAcquire()) {
            throw new IllegalStateException("session " + index + " has a second connection beside a living one");
        }
        ConnectionTap tap = new ConnectionTap(this, framer, forwardSnapshots, forward);
        if (inMidstream) {
            tap.interrupt();
        }
        return tap;
    }

    /** The connection wrote its last record. */
    void released() {
        writing.release();
    }

    /** From here on the session is down by the harness's order, until {@link #orderUp}. */
    public void orderDown() {
        down = true;
    }

    public void orderUp() {
        down = false;
    }

    /** From here on an end of the connection is no drop. */
    public void stopping() {
        stopping = true;
    }

    /** The session has ended for good: whatever still comes is not read. */
    void over() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** On the thread that writes: a read brought bytes that are no message. */
    void countBrokenRead() {
        brokenReads++;
    }

    /** Reads of all connections that did. */
    int brokenReads() {
        return brokenReads;
    }

    /** On the thread that writes: of the messages without a price, over all connections. */
    MessageFlood flood() {
        return flood;
    }

    boolean isDown() {
        return down;
    }

    boolean isStopping() {
        return stopping;
    }

    /** Closes the journal once the connection has written its last record; returns whether it had in time. */
    public boolean close() throws InterruptedException {
        boolean released = writing.tryAcquire(HAND_OVER_LIMIT_MS, TimeUnit.MILLISECONDS);
        if (released) {
            journal.close();
        }
        return released;
    }

    public int index() {
        return index;
    }

    /** How the counterparty writes. */
    SnapshotForm form() {
        return form;
    }

    /** The names of what the session asked for. */
    public RequestIds requests() {
        return form.requests();
    }

    public TapCounters counters() {
        return counters;
    }

    SessionJournal journal() {
        return journal;
    }

    PriceUpdates updates() {
        return updates;
    }

    TapListener listener() {
        return listener;
    }

    long nowNs() {
        return clock.nanoTime();
    }

    /** An event that no message brought, on the thread that writes. */
    void record(int kind) {
        journal.event(kind, nowNs());
    }
}
