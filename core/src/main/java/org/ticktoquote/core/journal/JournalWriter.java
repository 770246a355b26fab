package org.ticktoquote.core.journal;

import java.nio.file.Path;
import java.util.UUID;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.ticktoquote.core.clock.ClockPair;

/**
 * Appends fixed-size records to a journal.
 *
 * <p>{@link #claim()}, fill the record in {@link #buffer()}, {@link #commit()}: no allocation, lock or system call. One
 * thread at a time writes. Segments to come are prepared by a {@link SegmentPreparer} in the background; a writer that
 * gets there first waits for it and counts that in {@link #rollWaits()}. What was committed survives kill -9 of the
 * process.
 *
 * <p>A journal {@linkplain Builder#inChunks() in chunks} is not mapped: it costs no page faults, and cannot be read before it
 * is closed.
 */
public final class JournalWriter implements AutoCloseable {
    private static final long LARGEST_SEGMENT = 1L << 30;

    private final Builder journal;
    private final int recordLength;
    private final int stride;
    final SegmentSupply supply;
    private final SegmentPreparer preparer = SegmentPreparer.shared();
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
            preparer.add(supply);
        }
    }

    /** A journal of the schema at a path that must not exist yet. */
    public static Builder at(Path path, JournalSchema schema) {
        return new Builder(path, schema);
    }

    /** How many records a segment can hold. */
    static long mostRecords(JournalSchema schema) {
        return LARGEST_SEGMENT / schema.stride();
    }

    /** The options of a journal. */
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

        /** The identity of the run that the journal belongs to. */
        public Builder run(UUID identity) {
            this.run = identity;
            return this;
        }

        /** The clocks of the times in the records, where these are not the ones of this process. */
        public Builder clocks(NanoClock monotonic, EpochNanoClock timeOfDay) {
            this.clock = monotonic;
            this.epochClock = timeOfDay;
            return this;
        }

        /** How many records fit into a segment, at most 1 GiB of them; size it so that a run needs one or a few. */
        public Builder recordsPerSegment(long records) {
            this.recordsPerSegment = (int) Math.max(1, Math.min(records, mostRecords(schema)));
            return this;
        }

        /** Writes records in chunks of 256 KiB, not through a mapping. Readers see a segment once it is closed. */
        public Builder inChunks() {
            this.inChunks = true;
            return this;
        }

        int recordsInMemory() {
            return inChunks ? Math.min(CHUNK / schema.stride(), recordsPerSegment) : recordsPerSegment;
        }

        /** Of a header and a number of records, in bytes. */
        int length(int records) {
            return JournalHeader.LENGTH + records * schema.stride();
        }

        /**
         * Creates, fills and maps the first segment.
         *
         * @throws JournalException when there is no room or the file exists
         */
        public JournalWriter open() {
            return new JournalWriter(this);
        }
    }

    /**
     * The offset in {@link #buffer()} of the next record, all zeros when claimed for the first time; valid until
     * {@link #commit()}. A record that is claimed and not committed is claimed again by the next call.
     *
     * @throws JournalException when a new segment is needed and there is no room for it
     * @throws IllegalStateException when the journal is closed
     */
    public int claim() {
        if (offset == limit) {
            roll();
        }
        return offset;
    }

    /** The mapped segment of the last {@link #claim()}; it changes when a segment is full. */
    public MutableDirectBuffer buffer() {
        return segment.buffer;
    }

    /** Puts the check behind the claimed record and makes it visible to readers; it must not be changed afterwards. */
    public void commit() {
        segment.check.put(offset, recordLength, committed());
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
        JournalSegment full = segment; // its mapping is left to the garbage collector: unmapping is a system call
        committedBefore += committedInSegment;
        committedInSegment = 0;
        offset = JournalHeader.LENGTH;
        segment = next;
        segment.header.recordsBefore(committedBefore);
        full.header.ended(JournalHeader.CONTINUED);
        if (journal.inChunks) {
            full.close(offset);
        }
    }

    /** Records committed so far; for the writing thread. */
    public long committed() {
        return committedBefore + committedInSegment;
    }

    /** How often the writer had to wait for a segment: 0 unless segments are far too small or the disk too slow. */
    public long rollWaits() {
        return supply.waits();
    }

    /** Records the closing clock pair, marks the journal closed and gives unused room back to the file system. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        int end = offset;
        offset = limit; // a claim after this is refused instead of written to memory that is not ours any more
        preparer.remove(supply);
        segment.header.endClock(ClockPair.read(clock, epochClock));
        segment.header.ended(JournalHeader.CLOSED);
        supply.close();
        segment.close(end);
    }
}
