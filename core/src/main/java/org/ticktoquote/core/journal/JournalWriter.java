package org.ticktoquote.core.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.ticktoquote.core.clock.ClockPair;

/**
 * Appends fixed-size records to a mapped journal.
 *
 * <p>{@link #claim()}, fill the record in {@link #buffer()}, {@link #commit()}: no allocation, lock or system call. One
 * thread at a time writes. Segments to come are prepared by a {@link SegmentPreparer} in the background; a writer that
 * gets there first waits for it and counts that in {@link #rollWaits()}. What was committed survives kill -9 of the
 * process.
 */
public final class JournalWriter implements AutoCloseable {
    private static final long PREPARE_LIMIT_NS = 10_000_000_000L;

    private final Path path;
    private final JournalSchema schema;
    private final int stream;
    private final int recordsPerSegment;
    private final int recordLength;
    private final SegmentPreparer preparer;
    private final NanoClock clock = System::nanoTime;
    private final EpochNanoClock epochClock = new SystemEpochNanoClock();

    private JournalSegment segment;
    private int segmentIndex;
    private int offset;
    private int limit;
    private int committedInSegment;
    private long committedBefore;
    private long rollWaits;
    private boolean closed;

    private JournalWriter(Builder builder) {
        this.path = builder.path;
        this.schema = builder.schema;
        this.stream = builder.stream;
        this.recordsPerSegment = builder.recordsPerSegment;
        this.recordLength = schema.recordLength();
        this.preparer = builder.preparer;
        this.segment = JournalSegment.create(path, schema, stream, 0, recordsPerSegment);
        segment.header.startClock(ClockPair.read(clock, epochClock));
        preparer.register(this);
        enterSegment();
    }

    /** A journal of the schema at a path that must not exist yet. */
    public static Builder at(Path path, JournalSchema schema) {
        return new Builder(path, schema);
    }

    /** The options of a journal. */
    public static final class Builder {
        private static final int DEFAULT_RECORDS = 1 << 16;

        private final Path path;
        private final JournalSchema schema;
        private int stream;
        private int recordsPerSegment = DEFAULT_RECORDS;
        private SegmentPreparer preparer = SegmentPreparer.shared();

        private Builder(Path path, JournalSchema schema) {
            this.path = path;
            this.schema = schema;
        }

        /** Which of several like journals this is; the session's number for a client. */
        public Builder stream(int number) {
            this.stream = number;
            return this;
        }

        /** How many records fit into a segment; size it so that a run needs one or a few. */
        public Builder recordsPerSegment(long records) {
            this.recordsPerSegment = (int) Math.max(1, Math.min(records, (1L << 30) / schema.recordLength()));
            return this;
        }

        Builder preparer(SegmentPreparer own) {
            this.preparer = own;
            return this;
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

    private void enterSegment() {
        segment.header.recordsBefore(committedBefore);
        offset = JournalHeader.LENGTH;
        limit = JournalHeader.LENGTH + recordsPerSegment * recordLength;
        committedInSegment = 0;
        preparer.wanted(this, segment.header, segmentIndex + 1, recordsPerSegment / 2);
    }

    /** The offset in {@link #buffer()} of the next record, all zeros; valid until {@link #commit()}. */
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

    /** Makes the claimed record visible to readers. */
    public void commit() {
        offset += recordLength;
        committedInSegment++;
        segment.header.commit(committedInSegment);
    }

    private void roll() {
        JournalSegment next = preparer.take(this, segmentIndex + 1);
        if (next == null) {
            rollWaits++;
            next = preparer.await(this, segmentIndex + 1, PREPARE_LIMIT_NS);
        }
        JournalSegment full = segment;
        committedBefore += committedInSegment;
        segment = next;
        segmentIndex++;
        enterSegment();
        full.header.state(JournalHeader.CONTINUED);
    }

    JournalSegment prepare(int index) {
        return JournalSegment.create(path, schema, stream, index, recordsPerSegment);
    }

    /** Records committed so far; for the writing thread. */
    public long committed() {
        return committedBefore + committedInSegment;
    }

    /** How often the writer had to wait for a segment: 0 unless segments are far too small or the disk too slow. */
    public long rollWaits() {
        return rollWaits;
    }

    /** Records the closing clock pair, marks the journal closed and gives unused room back to the file system. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        preparer.deregister(this);
        segment.header.endClock(ClockPair.read(clock, epochClock));
        segment.header.state(JournalHeader.CLOSED);
        segment.mapped.force();
        segment.unmap();
        truncate(segment.file, offset);
    }

    private static void truncate(Path file, long length) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        } catch (IOException e) {
            throw new JournalException(file + ": cannot be cut to " + length + " bytes: " + e, e);
        }
    }
}
