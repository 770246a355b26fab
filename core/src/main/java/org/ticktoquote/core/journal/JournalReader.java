package org.ticktoquote.core.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;
import org.ticktoquote.core.journal.JournalSchema.TimeField;

/**
 * Reads the committed records of a journal in order, over all its segments, also while it is being written.
 *
 * <p>{@link #next()} moves to the next record, which is at {@link #offset()} in {@link #buffer()} until the following
 * call. It allocates only at the end of a segment. Not thread-safe. After kill -9 of the writer, all committed records
 * of a mapped journal can be read, and {@link #closed()} is false.
 *
 * <p>Verifies each record with its check. Records before a damaged one can be read, records after it cannot. A journal
 * opened as part of a run also ends before two records with a decreasing time, because either can be wrong.
 */
public final class JournalReader implements AutoCloseable {
    /**
     * Number of records verified at once. If many journals are read in turn, this costs a third of verifying records
     * singly.
     */
    private static final int BLOCK = 256;

    private final Path path;
    private final JournalSchema schema;
    private final @Nullable MonotonicTimes times;
    private final JournalOrigin origin;
    private final ClockPair startClock;
    private JournalSegment segment;
    private int segmentIndex;
    private long readable;
    private long next;
    private int offset;
    private long before;
    private long missingBefore;
    private long missing;
    private boolean closed;
    /** True if the next record's times are known not to be below the current record's. */
    private boolean rises;
    /** All records of the segment below this number are verified. */
    private long sound;

    private JournalReader(Path path, JournalSchema schema, @Nullable JournalOrigin origin) {
        this.path = path;
        this.schema = schema;
        this.times = origin == null ? null : new MonotonicTimes(schema.monotonic());
        this.segment = open(0, 0, origin);
        this.origin = segment.header.origin();
        this.startClock = segment.header.startClock();
    }

    /**
     * Opens a journal of any run.
     *
     * @throws JournalException if the file cannot be read or is not a journal of the schema
     */
    public static JournalReader open(Path path, JournalSchema schema) {
        return new JournalReader(path, schema, null);
    }

    /**
     * Opens a journal of a run.
     *
     * @throws JournalException if the file cannot be read, is not a journal of the schema, or belongs to another run or to
     *     another journal of this run
     */
    public static JournalReader open(Path path, JournalSchema schema, UUID run) {
        return new JournalReader(path, schema, JournalOrigin.of(run, path));
    }

    private JournalSegment open(int index, long recordsBefore, @Nullable JournalOrigin expected) {
        JournalSegment opened = JournalSegment.openForReading(JournalSegment.file(path, index));
        try {
            opened.header.check(opened.file, schema, index, recordsBefore);
            if (expected != null) {
                opened.header.checkOrigin(opened.file, expected);
            }
            return opened;
        } catch (JournalException e) {
            opened.unmap();
            throw e;
        }
    }

    /**
     * Moves to the next record. Returns false if there is none (yet).
     *
     * @throws JournalException if the next record or the segment's header is damaged, a time decreases, or the next segment
     *     cannot be read. Later calls throw it again
     */
    public boolean next() {
        if (next == readable && !more()) {
            return false;
        }
        int at = position(next);
        if (next >= sound && !checkAhead()) {
            segment.checksum.verify(segment.file, at, schema.recordLength(), before + next);
            if (times != null) {
                checkTimes(times, at);
            }
        }
        offset = at;
        next++;
        return true;
    }

    private int position(long record) {
        return JournalHeader.LENGTH + (int) record * schema.stride();
    }

    /** Verifies a block from the next record on. Returns false if the next record itself could not be verified. */
    private boolean checkAhead() {
        long end = Math.min(readable, next + BLOCK);
        long checked = next;
        while (checked < end
                && segment.checksum.matches(position(checked), schema.recordLength(), before + checked)
                && (times == null || rises(times, checked))) {
            checked++;
        }
        boolean followed = times == null || checked == next;
        sound = followed ? checked : checked - 1; // the last one also depends on its successor
        rises = sound > next || rises;
        return sound > next;
    }

    /** Returns whether no time of a record in the block is below its value in the previous record. */
    private boolean rises(MonotonicTimes monotonic, long record) {
        int at = position(record);
        return record == next
                ? rises || monotonic.firstFallingField(segment.buffer, at) < 0
                : monotonic.firstFallingField(segment.buffer, at - schema.stride(), at) < 0;
    }

    /**
     * Checks the times of a record against its neighbours. Two neighbours in a segment are compared once, when the earlier
     * one is read.
     */
    private void checkTimes(MonotonicTimes monotonic, int at) {
        int falling = rises ? -1 : monotonic.firstFallingField(segment.buffer, at);
        if (falling >= 0) {
            throw fall(next, monotonic.fall(falling, segment.buffer, at));
        }
        int after = at + schema.stride();
        boolean neighbour = next + 1 < readable;
        int field = neighbour ? monotonic.firstFallingField(segment.buffer, at, after) : -1;
        rises = neighbour && field < 0;
        if (rises) {
            return;
        }
        monotonic.remember(segment.buffer, at);
        if (field >= 0 && segment.checksum.matches(after, schema.recordLength(), before + next + 1)) {
            throw fall(next + 1, monotonic.fall(field, segment.buffer, after));
        }
    }

    private JournalException fall(long number, String what) {
        return new JournalException(Problem.of("record " + (before + number + 1))
                .fault(what)
                .at(Place.atByte(segment.file, position(number))));
    }

    private boolean more() {
        while (true) {
            int state = segment.header.state(); // read before the count, which is final once the state is not open
            long committed = refresh();
            if (next < readable) {
                return true;
            }
            segment.header.checkEnded(segment.file);
            if (state != JournalHeader.CONTINUED) {
                closed = state == JournalHeader.CLOSED;
                return false;
            }
            enterNextSegment(committed);
        }
    }

    private long refresh() {
        long committed = segment.header.committed();
        long held = (segment.buffer.capacity() - (long) JournalHeader.LENGTH) / schema.stride();
        readable = Math.min(committed, held);
        missing = missingBefore + committed - readable;
        return committed;
    }

    private void enterNextSegment(long committed) {
        JournalSegment entered = open(segmentIndex + 1, before + committed, origin);
        segment.unmap();
        segment = entered;
        segmentIndex++;
        before += committed;
        missingBefore = missing;
        next = 0;
        sound = 0;
        readable = 0;
    }

    /** Returns the segment of the current record. It changes with {@link #next()}. */
    public DirectBuffer buffer() {
        return segment.buffer;
    }

    /** Returns the offset of the current record in {@link #buffer()}. */
    public int offset() {
        return offset;
    }

    public JournalOrigin origin() {
        return origin;
    }

    /**
     * Returns whether the writer had closed the journal when {@link #next()} last returned false. No record follows then.
     */
    public boolean closed() {
        return closed;
    }

    /**
     * Returns the number of committed records up to here that are missing because a file was truncated. 0 for an intact
     * journal.
     */
    public long missing() {
        return missing;
    }

    public ClockPair startClock() {
        return startClock;
    }

    /** Returns the clocks when the journal was closed. Zeros until {@link #closed()}. */
    public ClockPair endClock() {
        return segment.header.endClock();
    }

    @Override
    public void close() {
        segment.unmap();
    }

    /** Checks that the times of a journal's records never decrease. Allocates only if one does. One thread at a time. */
    private static final class MonotonicTimes {
        private final List<TimeField> fields;
        private final int[] offsets;
        private final long[] last;

        MonotonicTimes(List<TimeField> fields) {
            this.fields = fields;
            this.offsets = fields.stream().mapToInt(TimeField::offset).toArray();
            this.last = new long[fields.size()];
            Arrays.fill(last, Long.MIN_VALUE);
        }

        /** Returns the first field that is smaller than in the {@linkplain #remember remembered} record, or -1 if none is. */
        int firstFallingField(DirectBuffer buffer, int at) {
            for (int i = 0; i < last.length; i++) {
                if (time(buffer, at, i) < last[i]) {
                    return i;
                }
            }
            return -1;
        }

        /** Returns the first field that is smaller than in the previous record, or -1 if none is. */
        int firstFallingField(DirectBuffer buffer, int before, int at) {
            for (int i = 0; i < last.length; i++) {
                if (time(buffer, at, i) < time(buffer, before, i)) {
                    return i;
                }
            }
            return -1;
        }

        void remember(DirectBuffer buffer, int at) {
            for (int i = 0; i < last.length; i++) {
                last[i] = time(buffer, at, i);
            }
        }

        String fall(int field, DirectBuffer buffer, int at) {
            return fields.get(field).name() + " falls from " + last[field] + " to " + time(buffer, at, field) + " ns";
        }

        private long time(DirectBuffer buffer, int at, int field) {
            return buffer.getLong(at + offsets[field], LITTLE_ENDIAN);
        }
    }
}
