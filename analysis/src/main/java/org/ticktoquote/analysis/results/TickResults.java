package org.ticktoquote.analysis.results;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
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
 * Contents of {@code tick-results.bin}: one record for each measured tick, addressed by its id, with one {@link ResultCell}
 * for each session. All integers are little-endian.
 *
 * <pre>
 *   0  int64  magic "T2QTICKR"
 *   8  int32  version, 4
 *  12  int32  record length in bytes, 80 + 8 x sessions
 *  16  int32  sessions
 *  24  int64  ticks
 *  32  int64  run identity, high half; low half at 40
 *  48         name of the file without .bin, ASCII, padded with zeros to 64 bytes
 * 112  int32  CRC-32C of the whole file, with zeros in place of these bytes
 * 4096        records, tick 1 first
 *
 *   0  int64  tickId
 *   8  int64  intended, monotonic ns
 *  16  int64  sent, monotonic ns
 *  24  int64  tiers that the tick is due for, one bit each
 *  32  int64  first client's response in ns; NONE if due for no session, LOST if no session received it
 *  40  int64  median client's response in ns
 *  48  int64  last client's; LOST if any session never received it
 *  56  int64  worst quote age of the snapshots that reflect this tick; NONE if there is none
 *  64  uint16 instrument id
 *  66  uint16 venue id
 *  68  int32  number of sessions that lost it
 *  72  int64  held: delay of the send in ns because the application did not read
 *  80  int64  one cell for each session of the manifest, in its order: bits 0..3 outcome (0 not planned, 2 published,
 *             3 conflated, 4 skipped, 5 unchanged, 6 lost, 7 excluded, 8 published but not due), bit 4 set if the
 *             outcome is certain, bits 5..63 signed response in ns; for an unchanged tick 0, or the response that it
 *             has if it was conflated instead
 * </pre>
 *
 * <p>Mapped in chunks: reads and writes ticks without allocation, and without system calls unless the file grows. A writer
 * fills a temporary file, which {@link #complete} renames. Not thread-safe, with two exceptions. After all ticks are
 * appended, threads can write cells of their own sessions, or client latencies of their own ticks, and raise any quote age.
 * Several threads can read a complete file.
 */
public final class TickResults implements AutoCloseable {
    /** No value. */
    public static final long NONE = Long.MIN_VALUE;
    /** Lost; above every measured value. */
    public static final long LOST = Long.MAX_VALUE;

    private static final long MAGIC = 0x524b434954513254L; // "T2QTICKR" read as a little-endian integer
    private static final int VERSION = 4;
    /** Limit that prevents an overflow of lengths. */
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
    /** Number of 64-bit integers before the cells. */
    static final int HEAD = CELLS / Long.BYTES;

    private final Path file;
    private final Path temporaryFile;
    private final ChunkedFile content;
    private final JournalOrigin origin;
    private final int sessions;
    private long ticks;

    private TickResults(
            Path file, Path temporaryFile, ChunkedFile content, JournalOrigin origin, int sessions, long ticks) {
        this.file = file;
        this.origin = origin;
        this.temporaryFile = temporaryFile;
        this.content = content;
        this.sessions = sessions;
        this.ticks = ticks;
    }

    /** Creates an empty file that belongs to no run. */
    public static TickResults create(Path file, int sessions) {
        return create(file, sessions, JournalOrigin.NO_RUN);
    }

    /** Creates an empty file under a temporary name in the same folder. {@link #complete} gives it its final name. */
    public static TickResults create(Path file, int sessions, UUID run) {
        try {
            Path temporaryFile = AtomicFile.temporary(file);
            ChunkedFile content = ChunkedFile.create(temporaryFile, HEADER_LENGTH, recordLength(sessions));
            return new TickResults(file, temporaryFile, content, origin(run, file), sessions, 0);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be created", e).failure(e);
        }
    }

    private static JournalOrigin origin(UUID run, Path file) {
        String name =
                String.valueOf(file.getFileName()).replaceFirst("\\.bin$", "").replaceAll("[^ -~]", "?");
        return new JournalOrigin(run, name.substring(0, Math.min(MAX_NAME_LENGTH, name.length())));
    }

    /** Opens a complete file of a run, read-only. Rejects an incomplete file and one of another run. */
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

    /** Opens a complete file of any run, read-only. */
    public static TickResults open(Path file) {
        return FileAccess.read(
                file, () -> open(file, FileChannel.open(RegularFile.require(file), StandardOpenOption.READ)));
    }

    /**
     * Opens the file of a channel. The path is not opened again, because another analysis can replace the file at any time.
     */
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

    /** Returns the name in the header. Replaces non-printable characters, which are damage. */
    private static String name(UnsafeBuffer header) {
        return new String(header.byteArray(), NAME_OFFSET, MAX_NAME_LENGTH, StandardCharsets.US_ASCII)
                .replaceFirst("\0+$", "")
                .replaceAll("[^ -~]", "?");
    }

    private static int recordLength(int sessions) {
        return CELLS + Long.BYTES * sessions;
    }

    /** Appends a tick and returns its id. Every cell is {@link ResultCell#NOT_PLANNED}. */
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

    /** Returns the final path of the file. */
    public Path file() {
        return file;
    }

    /** Returns the number of ticks, which is the highest id. */
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

    /** Returns the send delay due to an application that did not read. */
    public long heldNs(long tickId) {
        return value(tickId, HELD);
    }

    public void setHeldNs(long tickId, long ns) {
        value(tickId, HELD, ns);
    }

    /** Returns the time at which the tick would have been sent if the application had read. */
    public long offeredNs(long tickId) {
        return sentNs(tickId) - heldNs(tickId);
    }

    /** Returns the replay lag: offered less intended time. */
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

    /** Returns a {@link ResultCell}. */
    public long cell(long tickId, int session) {
        return value(tickId, CELLS + Long.BYTES * session);
    }

    /** Copies all cells of a tick, by session. */
    public void cells(long tickId, long[] into) {
        content.read(tickId - 1, CELLS, into, sessions);
    }

    /** Writes all cells of a tick, by session. */
    public void putCells(long tickId, long[] cells) {
        content.write(tickId - 1, CELLS, cells, sessions);
    }

    /** Copies the first {@code perTick} 64-bit integers of {@code ticks} records, starting at a tick. */
    void read(long tickId, int ticks, int perTick, long[] into) {
        content.read(tickId - 1, ticks, perTick, into);
    }

    public void setCell(long tickId, int session, long cell) {
        value(tickId, CELLS + Long.BYTES * session, cell);
    }

    /**
     * Returns the response at the first client; {@link #NONE} if due for none, {@link #LOST} if no client received the tick.
     */
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

    public void setClients(long tickId, long firstNs, long medianNs, long lastNs, int lost) {
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

    /** Writes the header and renames the file to its final name. Nothing must be written afterwards. */
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
            AtomicFile.rename(temporaryFile, file);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be completed", e).failure(e);
        }
    }

    /**
     * Returns the time, on the clock of the results, at which the last answer was received or the last tick was sent,
     * whichever is later. Later events, such as stalls of harness processes, cannot affect the figures. Empty without
     * ticks or if a tick was lost, because the clients then waited to the end.
     *
     * <p>The client latencies must be known.
     */
    public OptionalLong lastAnswerNs() {
        if (ticks == 0) {
            return OptionalLong.empty();
        }
        long lastNs = sentNs(ticks);
        TickBlock block = TickBlock.heads(this);
        while (block.next()) {
            for (int place = 0; place < block.size(); place++) {
                long lastClientNs = block.lastClientNs(place);
                if (lastClientNs == LOST || block.lostSessions(place) > 0) {
                    return OptionalLong.empty();
                }
                if (lastClientNs != NONE) {
                    lastNs = Math.max(lastNs, block.intendedNs(place) + lastClientNs);
                }
            }
        }
        return OptionalLong.of(lastNs);
    }

    /** Closes the file, and deletes it if it is not complete. */
    @Override
    public void close() {
        content.close();
        if (!temporaryFile.equals(file)) {
            temporaryFile.toFile().delete();
        }
    }
}
