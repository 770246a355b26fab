package org.ticktoquote.fix.tap;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;
import org.ticktoquote.fix.message.OverheadMessageCounter;

/**
 * Receiving side of one FIX session over all its connections, with its journal, its counters and its ordered-down state.
 *
 * <p>{@link #connected} and {@link ConnectionTap} are for the I/O thread of the connection. A session has one
 * connection at a time, so the journal has one writer at a time. The other public methods are for any thread.
 */
public final class SessionTap {
    private static final long HAND_OVER_LIMIT_MS = 5_000;

    private final int index;
    private final SessionFormat form;
    private final boolean forwardSnapshots;
    private final SessionJournal journal;
    private final TapCounters counters;
    private final PriceUpdates updates;
    private final TapListener listener;
    private final NanoClock clock;
    private final OverheadMessageCounter overheadMessages = new OverheadMessageCounter();
    private final Semaphore writing = new Semaphore(1);
    private volatile boolean down;
    private volatile boolean stopping;
    private volatile boolean terminated;
    private int brokenReads;

    /**
     * Creates a tap.
     *
     * @param index number of the session
     * @param form format of the counterparty's messages
     * @param highestInstrument largest id of the instruments
     * @param bookDepth entries that a book keeps per side
     * @param forwardSnapshots whether QuickFIX/J receives the snapshots too
     */
    public SessionTap(
            int index,
            SessionFormat form,
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

    /**
     * Returns the tap of a new connection. Throws {@link IllegalStateException} if the tap of the session's previous
     * connection is still in use.
     */
    public ConnectionTap connected(QuickFixSink forward) {
        return connected(forward, MessageFramer.of(form.beginString(), TimestampEdge.LAST_BYTE), false);
    }

    /**
     * Returns the tap of a new connection of a capture, which reads from a framer. Received data never ends its session, because
     * the capture's sessions continued. {@link ConnectionTap#takeFramed} takes messages that the framer has already read.
     */
    public ConnectionTap captured(MessageFramer framer) {
        return connected(new QuickFixSink() {}, framer, true);
    }

    private ConnectionTap connected(QuickFixSink forward, MessageFramer framer, boolean captured) {
        if (!writing.tryAcquire()) {
            throw new IllegalStateException("session " + index + " has a second connection while the first is open");
        }
        return new ConnectionTap(this, framer, captured, forwardSnapshots, forward);
    }

    /** Called when the connection has written its last record. */
    void released() {
        writing.release();
    }

    /** Orders the session down, until {@link #orderUp}. */
    public void orderDown() {
        down = true;
    }

    public void orderUp() {
        down = false;
    }

    /** Called before the harness stops. Later disconnects do not count as drops. */
    public void stopping() {
        stopping = true;
    }

    /** Ends the session for good. Later bytes are ignored. */
    void terminate() {
        terminated = true;
    }

    boolean isTerminated() {
        return terminated;
    }

    /** Counts a read with bytes that are not a message. For the writing thread. */
    void countBrokenRead() {
        brokenReads++;
    }

    /** Returns the number of reads with bytes that are not a message, over all connections. */
    int brokenReads() {
        return brokenReads;
    }

    /** Returns the counter of messages without a price over all connections. For the writing thread. */
    OverheadMessageCounter overheadMessages() {
        return overheadMessages;
    }

    boolean isDown() {
        return down;
    }

    boolean isStopping() {
        return stopping;
    }

    /**
     * Closes the journal after the connection has written its last record. Returns false if it has not done so within 5 s.
     */
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

    SessionFormat form() {
        return form;
    }

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

    /** Writes an event without a message. For the writing thread. */
    public void record(int kind) {
        journal.event(kind, nowNs());
    }
}
