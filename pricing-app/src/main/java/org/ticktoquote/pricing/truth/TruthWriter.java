package org.ticktoquote.pricing.truth;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.journal.JournalException;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalWriter;

/**
 * Writes both truth journals on one thread, {@code pricing-truth}, through a bounded ring.
 *
 * <p>A reporting thread writes its record into the ring and continues, without a lock, a system call or a wake-up, because
 * the writing thread polls every two milliseconds. If the ring is full, the reporting thread waits, counted in
 * {@link #waits()}, so that no record is lost. After kill -9 the last milliseconds are missing.
 */
public final class TruthWriter implements Truth {
    private static final int TICK = 1;
    private static final int QUOTE = 2;
    private static final int RING_BYTES = 1 << 23;
    private static final int RECORDS_PER_SEGMENT = 1 << 17;
    private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long FULL_WAIT_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final ManyToOneRingBuffer ring;
    private final JournalWriter ticks;
    private final JournalWriter quotes;
    private final AtomicLong waits = new AtomicLong();
    private final Thread thread;
    private volatile boolean closing;

    private TruthWriter(JournalWriter ticks, JournalWriter quotes, Thread.UncaughtExceptionHandler onFailure) {
        this.ring = new ManyToOneRingBuffer(
                new UnsafeBuffer(ByteBuffer.allocateDirect(RING_BYTES + RingBufferDescriptor.TRAILER_LENGTH)));
        this.ticks = ticks;
        this.quotes = quotes;
        this.thread = DaemonThread.of("pricing-truth", this::run, onFailure);
    }

    /** Creates both journals, which must not exist, in an existing directory and starts the thread. */
    public static TruthWriter in(Path directory, UUID run, Thread.UncaughtExceptionHandler onFailure) {
        JournalWriter ticks = journal(directory, run, TruthTickRecord.FILE, TruthTickRecord.SCHEMA);
        try {
            JournalWriter quotes = journal(directory, run, TruthQuoteRecord.FILE, TruthQuoteRecord.SCHEMA);
            TruthWriter writer = new TruthWriter(ticks, quotes, onFailure);
            writer.thread.start();
            return writer;
        } catch (JournalException e) {
            ticks.close();
            throw e;
        }
    }

    private static JournalWriter journal(Path directory, UUID run, String file, JournalSchema schema) {
        return JournalWriter.at(directory.resolve(file), schema)
                .run(run)
                .recordsPerSegment(RECORDS_PER_SEGMENT)
                .open();
    }

    @Override
    public void tick(TickFacts facts) {
        int at = claim(TICK, TruthTickRecord.LENGTH);
        TruthTickRecord.put(ring.buffer(), at, facts);
        ring.commit(at);
    }

    @Override
    public void quote(QuoteFacts facts) {
        int at = claim(QUOTE, TruthQuoteRecord.LENGTH);
        TruthQuoteRecord.put(ring.buffer(), at, facts);
        ring.commit(at);
    }

    private int claim(int kind, int length) {
        int at = ring.tryClaim(kind, length);
        while (at < 0) {
            waits.incrementAndGet();
            LockSupport.parkNanos(FULL_WAIT_NS);
            at = ring.tryClaim(kind, length);
        }
        return at;
    }

    /** Returns the number of waits for room in the ring. */
    public long waits() {
        return waits.get();
    }

    private void run() {
        boolean last = false;
        while (!last) {
            last = closing; // read before the ring, so that everything reported before the close is written
            if (ring.read(this::write) == 0 && !last) {
                LockSupport.parkNanos(POLL_INTERVAL_NS);
            }
        }
        while (ring.read(this::write) > 0) {
            // until the ring is empty
        }
    }

    private void write(int kind, DirectBuffer source, int index, int length) {
        JournalWriter journal = kind == TICK ? ticks : quotes;
        int at = journal.claim();
        journal.buffer().putBytes(at, source, index, length);
        journal.commit();
    }

    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        DaemonThread.await(thread, 0);
        ticks.close();
        quotes.close();
    }
}
