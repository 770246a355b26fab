package org.ticktoquote.core.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.Problem;

/**
 * Appends fixed-size records to a journal.
 *
 * <p>To append, call {@link #claim()}, fill the record in {@link #buffer()} and call {@link #commit()}. In a mapped
 * journal none of them allocates, locks or calls the operating system. One thread at a time writes. A
 * {@link SegmentSupply} prepares further segments in the background. {@link #rollWaits()} counts how often the writer
 * had to wait for one. Committed records of a mapped journal survive kill -9 of the process.
 *
 * <p>A journal {@linkplain Builder#inChunks() in chunks} is not mapped. It causes no page faults. A segment can be read
 * once it is closed, so a killed process loses the records of its last segment.
 */
public final class JournalWriter implements AutoCloseable {
    private static final long MAX_SEGMENT = 1L << 30;

    private final Builder journal;
    private final int recordLength;
    private final int stride;
    final SegmentSupply supply;
    private final NanoClock clock;
    private final EpochNanoClock epochClock;

    private JournalSegment segment;
    private int offset = JournalHeader.LENGTH;
    private int limit;
    private int committedInSegment;
    private long committedBefore;
    private boolean closed;

    private JournalWriter(Builder builder) {
        this.journal = builder;
        this.clock = builder.clock;
        this.epochClock = builder.epochClock;
        this.recordLength = builder.schema.recordLength();
        this.stride = builder.schema.stride();
        this.limit = builder.length(builder.recordsInMemory());
        this.supply = SegmentSupply.open(builder, ClockPair.read(clock, epochClock));
        this.segment = supply.next();
        if (!builder.inChunks) {
            supply.prepareInBackground();
        }
    }

    /** Starts a journal of the schema at a path that must not exist yet. */
    public static Builder at(Path path, JournalSchema schema) {
        return new Builder(path, schema);
    }

    /** Moves a closed journal with all its segments. */
    public static void move(Path from, Path to) throws IOException {
        for (int i = 0; Files.exists(JournalSegment.file(from, i)); i++) {
            Files.move(JournalSegment.file(from, i), JournalSegment.file(to, i));
        }
    }

    static long mostRecords(JournalSchema schema) {
        return MAX_SEGMENT / schema.stride();
    }

    /** Options of a journal. */
    public static final class Builder {
        private static final int DEFAULT_RECORDS = 1 << 16;
        private static final int CHUNK = 1 << 18;

        final Path path;
        final JournalSchema schema;
        UUID run = JournalOrigin.NO_RUN;
        int recordsPerSegment = DEFAULT_RECORDS;
        boolean inChunks;
        private NanoClock clock = System::nanoTime;
        private EpochNanoClock epochClock = new SystemEpochNanoClock();

        private Builder(Path path, JournalSchema schema) {
            this.path = path;
            this.schema = schema;
        }

        public Builder run(UUID identity) {
            this.run = identity;
            return this;
        }

        /** Sets the clocks of the times in the records, if they differ from this process's. */
        public Builder clocks(NanoClock monotonic, EpochNanoClock timeOfDay) {
            this.clock = monotonic;
            this.epochClock = timeOfDay;
            return this;
        }

        /** Sets the number of records in a segment, limited to 1 GiB. A run should need one segment or a few. */
        public Builder recordsPerSegment(long records) {
            this.recordsPerSegment = (int) Math.max(1, Math.min(records, mostRecords(schema)));
            return this;
        }

        /** Writes records in chunks of 256 KiB instead of through a mapping. Readers see a segment once it is closed. */
        public Builder inChunks() {
            this.inChunks = true;
            return this;
        }

        int recordsInMemory() {
            return inChunks ? Math.min(CHUNK / schema.stride(), recordsPerSegment) : recordsPerSegment;
        }

        /** Returns the length in bytes of a header and a number of records. */
        int length(int records) {
            return JournalHeader.LENGTH + records * schema.stride();
        }

        /**
         * Creates the first segment.
         *
         * @throws JournalException if there is no room or the file exists
         */
        public JournalWriter open() {
            return new JournalWriter(this);
        }
    }

    /**
     * Returns the offset in {@link #buffer()} of the next record, valid until {@link #commit()}. The record is all zeros
     * when it is claimed for the first time. If it is not committed, the next call claims it again.
     *
     * @throws JournalException if a new segment is needed and there is no room for it
     * @throws IllegalStateException if the journal is closed
     */
    public int claim() {
        if (offset == limit) {
            roll();
        }
        return offset;
    }

    /** Returns the segment of the last {@link #claim()}. It changes when a segment is full. */
    public MutableDirectBuffer buffer() {
        return segment.buffer;
    }

    /**
     * Appends the check to the claimed record and makes the record visible to readers. It must not be changed afterwards.
     */
    public void commit() {
        segment.checksum.put(offset, recordLength, committed());
        offset += stride;
        committedInSegment++;
        segment.header.commit(committedInSegment);
    }

    private void roll() {
        if (closed) {
            throw new IllegalStateException(journal.path + ": the journal is closed");
        }
        if (journal.inChunks) {
            segment.writeChunk(offset);
            offset = JournalHeader.LENGTH;
        }
        if (committedInSegment == journal.recordsPerSegment) {
            nextSegment();
        }
        limit = journal.length(Math.min(journal.recordsInMemory(), journal.recordsPerSegment - committedInSegment));
    }

    private void nextSegment() {
        JournalSegment next = supply.next();
        JournalSegment full = segment; // left to the garbage collector: unmapping is a system call
        committedBefore += committedInSegment;
        committedInSegment = 0;
        offset = JournalHeader.LENGTH;
        segment = next;
        segment.header.recordsBefore(committedBefore);
        full.header.seal(JournalHeader.CONTINUED);
        if (journal.inChunks) {
            full.close(offset);
        }
    }

    /** Returns the number of records committed so far. Called by the writing thread. */
    public long committed() {
        return committedBefore + committedInSegment;
    }

    /**
     * Returns how often the writer had to wait for a segment. 0 unless segments are far too small or the disk is too slow.
     */
    public long rollWaits() {
        return supply.waits();
    }

    /** Records the closing clock pair, marks the journal closed and releases unused disk space. */
    @Override
    public void close() {
        if (!closed) {
            segment.header.endClock(ClockPair.read(clock, epochClock));
            segment.header.seal(JournalHeader.CLOSED);
            abandon();
        }
    }

    /** Releases the journal and its unused disk space. Does not mark it closed, because it lacks records. */
    public void abandon() {
        if (closed) {
            return;
        }
        closed = true;
        int end = offset;
        offset = limit; // a later claim is refused instead of writing to released memory
        supply.close();
        segment.close(end);
    }

    /**
     * Supplies the segments of one journal, at most one ahead of its writer.
     *
     * <p>The writing thread calls {@link #next()}. One daemon thread of the process, {@code journal-preparer}, calls
     * {@link #prepareWhenDue()}, which creates the next segment once the current one is half full, so that writers never
     * create, fill or map files. It polls the committed counts of the journals every 20 ms. Writers do not notify it.
     */
    static final class SegmentSupply {
        private static final long WAIT_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);
        /** Start clock of every segment but the first. */
        private static final ClockPair NO_CLOCK = new ClockPair(0, 0, 0);

        private static final long WAIT_STEP_NS = TimeUnit.MICROSECONDS.toNanos(100);
        private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);
        private static final Set<SegmentSupply> PREPARED = ConcurrentHashMap.newKeySet();
        private static final AtomicBoolean PREPARER_STARTED = new AtomicBoolean();

        private final Builder journal;
        private volatile JournalHeader current;
        private volatile @Nullable JournalSegment ready;
        private volatile @Nullable Throwable failure;
        private volatile boolean closed;
        private int nextIndex;
        private long waits;

        private SegmentSupply(Builder journal, JournalSegment first) {
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
        static SegmentSupply open(Builder journal, ClockPair start) {
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
}
