package org.ticktoquote.core.journal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;

/**
 * Layout of the first 4096 bytes of every journal segment. All integers are little-endian.
 *
 * <pre>
 *   0  int64  magic "T2QJRNL1"
 *   8  int32  version of this header
 *  12  int32  schema id
 *  16  int32  schema version
 *  20  int32  record length in bytes, without its check
 *  24  int32  segment index, from 0
 *  28  int32  unused, 0
 *  32  int64  records in the segments before this one
 *  40  int64  capacity in records
 *  48  int64  committed records; written last, so that every counted record is complete even after kill -9
 *  56  int32  state: 0 open, 1 closed (no more records will come), 2 continued in the next segment; written last
 *  64  int64  clock pair at the start: monotonic, realtime, uncertainty
 *  88  int64  clock pair at the end: monotonic, realtime, uncertainty; zeros until closed
 * 112  int64  identity of the run, more significant half; less significant half at 120
 * 128  64 bytes  name of the journal within the run, such as quotes-02: ASCII, padded with zeros
 * 192  int32  {@link Checksum} of bytes 0 to 55, of the state and of bytes 64 to 191, unless the state is open
 * 4096        records, each followed by its check ({@link Checksum})
 * </pre>
 */
final class JournalHeader {
    static final int LENGTH = 4096;
    static final int OPEN = 0;
    static final int CLOSED = 1;
    static final int CONTINUED = 2;

    private static final long MAGIC = 0x314c4e524a513254L; // "T2QJRNL1" read as a little-endian integer
    private static final int VERSION = 3;

    private static final int MAGIC_OFFSET = 0;
    private static final int VERSION_OFFSET = 8;
    private static final int SCHEMA_ID_OFFSET = 12;
    private static final int SCHEMA_VERSION_OFFSET = 16;
    private static final int RECORD_LENGTH_OFFSET = 20;
    private static final int SEGMENT_INDEX_OFFSET = 24;
    private static final int RECORDS_BEFORE_OFFSET = 32;
    private static final int CAPACITY_OFFSET = 40;
    private static final int COMMITTED_OFFSET = 48;
    private static final int STATE_OFFSET = 56;
    private static final int START_CLOCK_OFFSET = 64;
    private static final int END_CLOCK_OFFSET = 88;
    private static final int RUN_OFFSET = 112;
    private static final int NAME_OFFSET = 128;
    private static final int CHECKSUM_OFFSET = NAME_OFFSET + JournalOrigin.MAX_NAME_LENGTH;

    private final AtomicBuffer buffer;
    private final Checksum checksum;

    JournalHeader(AtomicBuffer buffer, Checksum checksum) {
        this.buffer = buffer;
        this.checksum = checksum;
    }

    void write(JournalSchema schema, JournalOrigin origin, int segmentIndex, long capacity, ClockPair start) {
        buffer.putInt(VERSION_OFFSET, VERSION);
        buffer.putInt(SCHEMA_ID_OFFSET, schema.id());
        buffer.putInt(SCHEMA_VERSION_OFFSET, schema.version());
        buffer.putInt(RECORD_LENGTH_OFFSET, schema.recordLength());
        buffer.putInt(SEGMENT_INDEX_OFFSET, segmentIndex);
        buffer.putLong(CAPACITY_OFFSET, capacity);
        buffer.putLong(RUN_OFFSET, origin.run().getMostSignificantBits());
        buffer.putLong(RUN_OFFSET + Long.BYTES, origin.run().getLeastSignificantBits());
        buffer.putBytes(NAME_OFFSET, origin.nameBytes());
        putClock(START_CLOCK_OFFSET, start);
        buffer.putLongOrdered(MAGIC_OFFSET, MAGIC);
    }

    /**
     * Checks that a file begins with the magic, which a segment has once its header is complete.
     *
     * @param first first bytes of the file, padded with zeros if it is shorter
     * @throws JournalException naming the file, what was expected and what was found
     */
    static void checkMagic(Path file, byte[] first) {
        if (new UnsafeBuffer(first).getLong(MAGIC_OFFSET) != MAGIC) {
            String found = new String(first, StandardCharsets.US_ASCII).replaceAll("[^ -~]", ".");
            throw wrong(file, "magic", found, "'T2QJRNL1'");
        }
    }

    /**
     * Checks that this is the expected segment of a journal of the schema.
     *
     * @throws JournalException naming the file, what was expected and what was found
     */
    void check(Path file, JournalSchema schema, int segmentIndex, long recordsBefore) {
        if (buffer.getInt(VERSION_OFFSET) != VERSION) {
            throw wrong(
                    file,
                    "header version",
                    buffer.getInt(VERSION_OFFSET),
                    VERSION + " (another version of t2q wrote it)");
        }
        expect(file, "schema id", schema.id(), buffer.getInt(SCHEMA_ID_OFFSET));
        expect(file, "schema version", schema.version(), buffer.getInt(SCHEMA_VERSION_OFFSET));
        expect(file, "record length", schema.recordLength(), buffer.getInt(RECORD_LENGTH_OFFSET));
        expect(file, "segment index", segmentIndex, buffer.getInt(SEGMENT_INDEX_OFFSET));
        expect(file, "number of records before", recordsBefore, buffer.getLong(RECORDS_BEFORE_OFFSET));
        expectWithin(file, "capacity", 1, JournalWriter.mostRecords(schema), capacity());
        expectWithin(file, "number of committed records", 0, capacity(), committed());
    }

    private static void expectWithin(Path file, String what, long low, long high, long actual) {
        if (actual < low || actual > high) {
            throw wrong(file, what, actual, low + ".." + high);
        }
    }

    /**
     * Checks that the segment belongs to a journal. If not, and the header is damaged, reports the damage instead.
     *
     * @throws JournalException naming the file, what was expected and what was found
     */
    void checkOrigin(Path file, JournalOrigin expected) {
        JournalOrigin found = origin();
        if (!found.equals(expected)) {
            checkEnded(file);
            throw JournalException.foreign(Problem.of(file).fault("is " + found).expected(expected.toString()));
        }
    }

    JournalOrigin origin() {
        byte[] name = new byte[JournalOrigin.MAX_NAME_LENGTH];
        buffer.getBytes(NAME_OFFSET, name);
        UUID run = new UUID(buffer.getLong(RUN_OFFSET), buffer.getLong(RUN_OFFSET + Long.BYTES));
        return new JournalOrigin(
                run,
                new String(name, StandardCharsets.US_ASCII)
                        .replaceAll("\\x00+$", "")
                        .replaceAll("[^ -~]", "?"));
    }

    private static void expect(Path file, String what, long expected, long actual) {
        if (expected != actual) {
            throw wrong(file, what, actual, Long.toString(expected));
        }
    }

    /**
     * Checks that the header of an ended segment is undamaged. The header of an open segment passes.
     *
     * @throws JournalException naming the file, what was expected and what was found
     */
    void checkEnded(Path file) {
        int state = state();
        int found = buffer.getInt(CHECKSUM_OFFSET);
        if (state != OPEN && found != checksum(state)) {
            throw wrong(
                    file,
                    "header checksum",
                    "%08x".formatted(found),
                    "%08x (the header is damaged)".formatted(checksum(state)));
        }
    }

    private static JournalException wrong(Path file, String what, Object actual, String expected) {
        return new JournalException(Problem.of(what)
                .at(new Place(file.toString(), 0, 0))
                .value(actual)
                .expected(expected));
    }

    private int checksum(int state) {
        int clocks = CHECKSUM_OFFSET - START_CLOCK_OFFSET;
        return checksum.of(0, STATE_OFFSET, state, START_CLOCK_OFFSET, clocks);
    }

    ClockPair startClock() {
        return clock(START_CLOCK_OFFSET);
    }

    void endClock(ClockPair pair) {
        putClock(END_CLOCK_OFFSET, pair);
    }

    ClockPair endClock() {
        return clock(END_CLOCK_OFFSET);
    }

    private void putClock(int offset, ClockPair pair) {
        buffer.putLong(offset, pair.monotonicNs());
        buffer.putLong(offset + 8, pair.realtimeNs());
        buffer.putLong(offset + 16, pair.uncertaintyNs());
    }

    private ClockPair clock(int offset) {
        return new ClockPair(buffer.getLong(offset), buffer.getLong(offset + 8), buffer.getLong(offset + 16));
    }

    void recordsBefore(long records) {
        buffer.putLong(RECORDS_BEFORE_OFFSET, records);
    }

    long capacity() {
        return buffer.getLong(CAPACITY_OFFSET);
    }

    void commit(long records) {
        buffer.putLongOrdered(COMMITTED_OFFSET, records);
    }

    long committed() {
        return buffer.getLongVolatile(COMMITTED_OFFSET);
    }

    /** Seals the header, which must not change afterwards. */
    void seal(int state) {
        buffer.putInt(CHECKSUM_OFFSET, checksum(state));
        buffer.putIntOrdered(STATE_OFFSET, state);
    }

    int state() {
        return buffer.getIntVolatile(STATE_OFFSET);
    }
}
