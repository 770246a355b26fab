package org.ticktoquote.core.journal;

import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.ticktoquote.core.clock.ClockPair;

/**
 * Reads the committed records of a journal in order, over all its segments, also while it is being written.
 *
 * <p>{@link #next()} moves to the next record, which stands at {@link #offset()} in {@link #buffer()}. It does not
 * allocate, except where a segment ends. Not thread-safe. After kill -9 of the writer the committed records are all
 * there and {@link #closed()} is false.
 */
public final class JournalReader implements AutoCloseable {
    private final Path path;
    private final JournalSchema schema;
    private JournalSegment segment;
    private int segmentIndex;
    private long readable;
    private long next;
    private int offset;
    private long missing;

    private JournalReader(Path path, JournalSchema schema) {
        this.path = path;
        this.schema = schema;
        this.segment = open(0);
    }

    /**
     * Opens a journal.
     *
     * @throws JournalException when the file cannot be read or is not a journal of the schema
     */
    public static JournalReader open(Path path, JournalSchema schema) {
        return new JournalReader(path, schema);
    }

    private JournalSegment open(int index) {
        JournalSegment opened = JournalSegment.openForReading(JournalSegment.file(path, index));
        opened.header.check(opened.file, schema, index);
        next = 0;
        readable = 0;
        return opened;
    }

    /** Moves to the next record; false when there is none (yet). */
    public boolean next() {
        if (next == readable && !more()) {
            return false;
        }
        offset = JournalHeader.LENGTH + (int) next * schema.recordLength();
        next++;
        return true;
    }

    private boolean more() {
        while (true) {
            int state = segment.header.state(); // before the count: a segment left behind has its final count
            refresh();
            if (next < readable) {
                return true;
            }
            if (state != JournalHeader.CONTINUED || !Files.exists(JournalSegment.file(path, segmentIndex + 1))) {
                return false;
            }
            segment.unmap();
            segmentIndex++;
            segment = open(segmentIndex);
        }
    }

    private void refresh() {
        long committed = segment.header.committed();
        long held = (segment.buffer.capacity() - (long) JournalHeader.LENGTH) / schema.recordLength();
        readable = Math.min(committed, held);
        missing = committed - readable;
    }

    /** The segment of the current record; it changes with {@link #next()}. */
    public DirectBuffer buffer() {
        return segment.buffer;
    }

    /** Where the current record stands in {@link #buffer()}. */
    public int offset() {
        return offset;
    }

    /** Which of several like journals this is. */
    public int stream() {
        return segment.header.stream();
    }

    /** Whether the writer closed the journal: meaningful once {@link #next()} returned false. */
    public boolean closed() {
        return segment.header.state() == JournalHeader.CLOSED;
    }

    /** Records that were committed but are not in the file any more because it was cut: 0 for a sound journal. */
    public long missing() {
        return missing;
    }

    /** The clocks when the current segment's journal was opened; zeros in later segments. */
    public ClockPair startClock() {
        return segment.header.startClock();
    }

    /** The clocks when the journal was closed; zeros when it was not. */
    public ClockPair endClock() {
        return segment.header.endClock();
    }

    @Override
    public void close() {
        segment.unmap();
    }
}
