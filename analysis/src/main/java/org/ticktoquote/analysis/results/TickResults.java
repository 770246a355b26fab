package org.ticktoquote.analysis.results;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.FileAccess;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.core.file.AtomicFile;
import org.ticktoquote.core.file.RegularFile;
import org.ticktoquote.core.journal.JournalOrigin;

/**
 * {@code tick-results.bin}: one record for each measured tick, addressed by its id, with one {@link ResultCell} for each
 * session. All integers little-endian.
 *
 * <pre>
 *   0  int64  magic "T2QTICKR"
 *   8  int32  version, 4
 *  12  int32  record length in bytes, 80 + 8 x sessions
 *  16  int32  sessions
 *  24  int64  ticks
 *  32  int64  the run's identity, its high half; 40 its low half
 *  48         what it is of the run: the file's name without .bin, ASCII, padded with zeros to 64 bytes
 * 112  int32  CRC-32C of the whole file, in which these bytes are zeros
 * 4096        records, tick 1 first
 *
 *   0  int64  tickId
 *   8  int64  intended, monotonic ns
 *  16  int64  sent, monotonic ns
 *  24  int64  tiers that the tick is due for, one bit each
 *  32  int64  first client's response in ns; NONE when due for no session, LOST when nobody got it
 *  40  int64  median client's
 *  48  int64  last client's; LOST when any session never got it
 *  56  int64  worst quote age of the snapshots that reflect this tick; NONE when there is none
 *  64  uint16 instrument id
 *  66  uint16 venue id
 *  68  int32  sessions that lost it
 *  72  int64  held: how much later it was sent because the application did not read, ns
 *  80  int64  one cell for each session of the manifest, in its order: bits 0..3 outcome (0 not planned, 2 published,
 *             3 conflated, 4 skipped, 5 unchanged, 6 lost, 7 excluded, 8 published but not due), bit 4 set where that is
 *             certain, bits 5..63 signed response in ns; of an unchanged tick 0, or the response that it had if it was
 *             conflated instead, which is not known then
 * </pre>
 *
 * <p>Mapped in chunks: any tick is read and written without a system call and without heap. A writer fills a neighbour
 * of the file, which {@link #complete} renames. Not thread-safe, but for this: when all ticks are appended, threads may
 * write cells of their own sessions, or client latencies of their own ticks, and raise any quote age; a complete file may be
 * read by several.
 */
public final class TickResults implements AutoCloseable {
    /** No such value. */
    public static final long NONE = Long.MIN_VALUE;
    /** Above every measured value. */
    public static final long LOST = Long.MAX_VALUE;

    private static final long MAGIC = 0x524b434954513254L; // "T2QTICKR" read as a little-endian integer
    private static final int VERSION = 4;
    /** So that no length overflows. */
    private static final int MAX_SESSIONS = 1 << 20;

    private static final int VERSION_OFFSET = 8;
    private static final int RECORD_LENGTH_OFFSET = 12;
    private static final int SESSIONS_OFFSET = 16;
    private static final int TICKS_OFFSET = 24;
    private static final int RUN_OFFSET = 32;
    private static final int NAME_OFFSET = 48;
    private static final int MAX_NAME_LENGTH = 64;
    private static final int CHECKSUM_OFFSET = 112;
    private static final int HEADER_LENGTH = 4096;

    private static final int TICK_ID = 0;
    static final int INTENDED = 8;
    static final int SENT = 16;
    static final int DUE_TIERS = 24;
    static final int FIRST = 32;
    static final int MEDIAN = 40;
    static final int LAST = 48;
    static final int QUOTE_AGE = 56;
    static final int INSTRUMENT = 64;
    private static final int VENUE = 66;
    private static final int LOST_SESSIONS = 68;
    static final int HELD = 72;
    private static final int CELLS = 80;
    /** Integers in front of the cells. */
    static final int HEAD = CELLS / Long.BYTES;

    private final Path file;
    private final Path neighbour;
    private final ChunkedFile content;
    private final JournalOrigin origin;
    private final int sessions;
    private long ticks;

    private TickResults(
            Path file, Path neighbour, ChunkedFile content, JournalOrigin origin, int sessions, long ticks) {
        this.file = file;
        this.origin = origin;
        this.neighbour = neighbour;
        this.content = content;
        this.sessions = sessions;
        this.ticks = ticks;
    }

    /** An empty file of no run. */
    public static TickResults create(Path file, int sessions) {
        return create(file, sessions, JournalOrigin.NO_RUN);
    }

    /** Creates an empty file under a temporary name in the same folder. {@link #complete} gives it its final name. */
    public static TickResults create(Path file, int sessions, UUID run) {
        try {
            Path neighbour = AtomicFile.temporary(file);
            ChunkedFile content = ChunkedFile.create(neighbour, HEADER_LENGTH, recordLength(sessions));
            return new TickResults(file, neighbour, content, origin(run, file), sessions, 0);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be created", e).failure(e);
        }
    }

    private static JournalOrigin origin(UUID run, Path file) {
        String name =
                String.valueOf(file.getFileName()).replaceFirst("\\.bin$", "").replaceAll("[^ -~]", "?");
        return new JournalOrigin(run, name.substring(0, Math.min(MAX_NAME_LENGTH, name.length())));
    }

    /** A complete file of a run, to be read only; refuses one that is not, or is another's. */
    public static TickResults open(Path file, UUID run) {
        TickResults results = open(file);
        if (!results.origin.equals(origin(run, file))) {
            results.close();
            throw Problem.of(file)
                    .fault("is " + results.origin)
                    .expected(origin(run, file).toString())
                    .exception(ExitStatus.BAD_INPUT);
        }
        return results;
    }

    /** A complete file, whosever it is. */
    public static TickResults open(Path file) {
        return FileAccess.read(
                file, () -> open(file, FileChannel.open(RegularFile.require(file), StandardOpenOption.READ)));
    }

    /** The file behind a channel, to the end: under its name another analysis may put another one at any moment. */
    static TickResults open(Path file, FileChannel channel) throws IOException {
        try {
            return read(file, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static TickResults read(Path file, FileChannel channel) throws IOException {
        UnsafeBuffer header = new UnsafeBuffer(new byte[CHECKSUM_OFFSET + Integer.BYTES]);
        channel.read(ByteBuffer.wrap(header.byteArray()), 0);
        int sessions = header.getInt(SESSIONS_OFFSET, LITTLE_ENDIAN);
        long ticks = header.getLong(TICKS_OFFSET, LITTLE_ENDIAN);
        boolean sound = header.getLong(0, LITTLE_ENDIAN) == MAGIC
                && sessions >= 0
                && sessions <= MAX_SESSIONS
                && ticks >= 0
                && ticks <= channel.size()
                && header.getInt(VERSION_OFFSET, LITTLE_ENDIAN) == VERSION
                && header.getInt(RECORD_LENGTH_OFFSET, LITTLE_ENDIAN) == recordLength(sessions)
                && channel.size() == HEADER_LENGTH + ticks * recordLength(sessions);
        if (!sound) {
            throw wrong(file, "not a complete file of tick results, version " + VERSION);
        }
        ChunkedFile content = ChunkedFile.open(channel, HEADER_LENGTH, recordLength(sessions), ticks);
        if (content.checksum(ticks, CHECKSUM_OFFSET) != header.getInt(CHECKSUM_OFFSET, LITTLE_ENDIAN)) {
            content.close();
            throw wrong(file, "was changed after it was written, or is damaged: its checksum differs");
        }
        JournalOrigin origin = new JournalOrigin(
                new UUID(header.getLong(RUN_OFFSET, LITTLE_ENDIAN), header.getLong(RUN_OFFSET + 8, LITTLE_ENDIAN)),
                name(header));
        return new TickResults(file, file, content, origin, sessions, ticks);
    }

    private static ProblemException wrong(Path file, String words) {
        return Problem.of(file)
                .fault(words + "; recreate it with t2q analyze " + file.getParent())
                .exception(ExitStatus.BAD_INPUT);
    }

    /** What is no plain character comes from damage. */
    private static String name(UnsafeBuffer header) {
        return new String(header.byteArray(), NAME_OFFSET, MAX_NAME_LENGTH, StandardCharsets.US_ASCII)
                .replaceFirst("\0+$", "")
                .replaceAll("[^ -~]", "?");
    }

    private static int recordLength(int sessions) {
        return CELLS + Long.BYTES * sessions;
    }

    /** Appends the tick with the next id, which it returns; every cell says {@link ResultCell#NOT_PLANNED}. */
    public long append(long intendedNs, long sentNs, int instrumentId, int venueId, long dueTiers) {
        content.ensure(ticks);
        UnsafeBuffer chunk = content.chunk(ticks);
        int at = content.offset(ticks);
        ticks++;
        chunk.putLong(at + TICK_ID, ticks, LITTLE_ENDIAN);
        chunk.putLong(at + INTENDED, intendedNs, LITTLE_ENDIAN);
        chunk.putLong(at + SENT, sentNs, LITTLE_ENDIAN);
        chunk.putLong(at + DUE_TIERS, dueTiers, LITTLE_ENDIAN);
        chunk.putLong(at + QUOTE_AGE, NONE, LITTLE_ENDIAN);
        chunk.putShort(at + INSTRUMENT, (short) instrumentId, LITTLE_ENDIAN);
        chunk.putShort(at + VENUE, (short) venueId, LITTLE_ENDIAN);
        return ticks;
    }

    /** Where it is, or is going to be. */
    public Path file() {
        return file;
    }

    /** Number of ticks; ids are 1 to this. */
    public long ticks() {
        return ticks;
    }

    public int sessions() {
        return sessions;
    }

    private long value(long tickId, int field) {
        return content.chunk(tickId - 1).getLong(content.offset(tickId - 1) + field, LITTLE_ENDIAN);
    }

    private void value(long tickId, int field, long value) {
        content.chunk(tickId - 1).putLong(content.offset(tickId - 1) + field, value, LITTLE_ENDIAN);
    }

    public long intendedNs(long tickId) {
        return value(tickId, INTENDED);
    }

    public long sentNs(long tickId) {
        return value(tickId, SENT);
    }

    /** How much later it was sent because the application did not read. */
    public long heldNs(long tickId) {
        return value(tickId, HELD);
    }

    public void held(long tickId, long ns) {
        value(tickId, HELD, ns);
    }

    /** When it would have been sent, had the application read. */
    public long offeredNs(long tickId) {
        return sentNs(tickId) - heldNs(tickId);
    }

    /** The replayer's own lateness: from intended to offered. */
    public long lagNs(long tickId) {
        return offeredNs(tickId) - intendedNs(tickId);
    }

    public long dueTiers(long tickId) {
        return value(tickId, DUE_TIERS);
    }

    public int instrumentId(long tickId) {
        return content.chunk(tickId - 1).getShort(content.offset(tickId - 1) + INSTRUMENT, LITTLE_ENDIAN) & 0xffff;
    }

    public int venueId(long tickId) {
        return content.chunk(tickId - 1).getShort(content.offset(tickId - 1) + VENUE, LITTLE_ENDIAN) & 0xffff;
    }

    /** To be read with {@link ResultCell}. */
    public long cell(long tickId, int session) {
        return value(tickId, CELLS + Long.BYTES * session);
    }

    /** All cells of a tick, by session. */
    public void cells(long tickId, long[] into) {
        content.read(tickId - 1, CELLS, into, sessions);
    }

    /** Writes all cells of a tick, by session. */
    public void putCells(long tickId, long[] cells) {
        content.write(tickId - 1, CELLS, cells, sessions);
    }

    /** Copies the first so many integers of the records of ticks, from one on. */
    void read(long tickId, int ticks, int perTick, long[] into) {
        content.read(tickId - 1, ticks, perTick, into);
    }

    public void cell(long tickId, int session, long cell) {
        value(tickId, CELLS + Long.BYTES * session, cell);
    }

    /** Returns the response at the first client; {@link #NONE} if due for none, {@link #LOST} if no client got the tick. */
    public long firstClientNs(long tickId) {
        return value(tickId, FIRST);
    }

    public long medianClientNs(long tickId) {
        return value(tickId, MEDIAN);
    }

    public long lastClientNs(long tickId) {
        return value(tickId, LAST);
    }

    /** Returns the number of sessions that lost the tick. */
    public int lostSessions(long tickId) {
        return content.chunk(tickId - 1).getInt(content.offset(tickId - 1) + LOST_SESSIONS, LITTLE_ENDIAN);
    }

    public void clients(long tickId, long firstNs, long medianNs, long lastNs, int lost) {
        value(tickId, FIRST, firstNs);
        value(tickId, MEDIAN, medianNs);
        value(tickId, LAST, lastNs);
        content.chunk(tickId - 1).putInt(content.offset(tickId - 1) + LOST_SESSIONS, lost, LITTLE_ENDIAN);
    }

    /** Returns the worst quote age of the snapshots that reflect the tick; {@link #NONE} if there is none. */
    public long quoteAgeNs(long tickId) {
        return value(tickId, QUOTE_AGE);
    }

    /** Raises the quote age to a value if it is lower. Atomic, so threads can raise it in any order. */
    public void raiseQuoteAge(long tickId, long quoteAgeNs) {
        UnsafeBuffer chunk = content.chunk(tickId - 1);
        int at = content.offset(tickId - 1) + QUOTE_AGE;
        while (true) {
            long stored = chunk.getLongVolatile(at);
            long before = littleEndian(stored);
            if (before >= quoteAgeNs || chunk.compareAndSetLong(at, stored, littleEndian(quoteAgeNs))) {
                return;
            }
        }
    }

    /** Converts a value between native and little-endian order. */
    private static long littleEndian(long value) {
        return ByteOrder.nativeOrder() == LITTLE_ENDIAN ? value : Long.reverseBytes(value);
    }

    /** Writes the header and gives the file its name; nothing may be written afterwards. */
    public void complete() {
        UnsafeBuffer header = content.header();
        header.putInt(VERSION_OFFSET, VERSION, LITTLE_ENDIAN);
        header.putInt(RECORD_LENGTH_OFFSET, recordLength(sessions), LITTLE_ENDIAN);
        header.putInt(SESSIONS_OFFSET, sessions, LITTLE_ENDIAN);
        header.putLong(TICKS_OFFSET, ticks, LITTLE_ENDIAN);
        header.putLong(RUN_OFFSET, origin.run().getMostSignificantBits(), LITTLE_ENDIAN);
        header.putLong(RUN_OFFSET + 8, origin.run().getLeastSignificantBits(), LITTLE_ENDIAN);
        header.putBytes(NAME_OFFSET, origin.name().getBytes(StandardCharsets.US_ASCII));
        header.putLong(0, MAGIC, LITTLE_ENDIAN);
        header.putInt(CHECKSUM_OFFSET, content.checksum(ticks, CHECKSUM_OFFSET), LITTLE_ENDIAN);
        try {
            content.truncate(ticks);
            AtomicFile.rename(neighbour, file);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be completed", e).failure(e);
        }
    }

    /** Removes what was not completed. */
    @Override
    public void close() {
        content.close();
        if (!neighbour.equals(file)) {
            neighbour.toFile().delete();
        }
    }
}
