package org.ticktoquote.core.journal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockPair;
import org.ticktoquote.core.command.Problem;

/**
 * One file of a journal: a header and room for a fixed number of records, either mapped whole or written in chunks.
 *
 * <p>A new mapped segment is filled with zeros by ordinary writes before it is mapped, so that a full disk causes an
 * exception here and not a SIGBUS later. Then its pages are touched, so that the writer causes no page faults.
 *
 * <p>If a segment is written in chunks, {@link #buffer} contains the header and one chunk, laid out like a file that ends
 * after the chunk. The header is written last.
 */
final class JournalSegment {
    private static final byte[] NOTHING = {};
    private static final int BLOCK = 1 << 16; // fits in a cache, faster than blocks of 1 MiB
    private static final int PAGE = 4096;

    final Path file;
    final UnsafeBuffer buffer;
    final JournalHeader header;
    final Checksum checksum;
    private final ByteBuffer memory;
    private final @Nullable FileChannel written;
    /** Offset of the chunk in the file. */
    private long chunkAt = JournalHeader.LENGTH;

    private JournalSegment(Path file, ByteBuffer memory, @Nullable FileChannel written) {
        this.file = file;
        this.memory = memory;
        this.written = written;
        this.buffer = new UnsafeBuffer(memory);
        this.checksum = new Checksum(memory, buffer);
        this.header = new JournalHeader(buffer, checksum);
    }

    /**
     * Returns the file of a segment. The first has the journal's own name, the others end in {@code .1}, {@code .2} and so
     * on.
     */
    static Path file(Path journal, int index) {
        return index == 0 ? journal : journal.resolveSibling(journal.getFileName() + "." + index);
    }

    /**
     * Creates a segment and writes its magic last.
     *
     * @param start the clock pair of its header
     */
    static JournalSegment create(JournalWriter.Builder journal, int index, ClockPair start) {
        Path file = file(journal.path, index);
        try {
            int length = journal.length(journal.recordsInMemory());
            JournalSegment segment = journal.inChunks ? chunked(file, length) : mapped(file, length);
            segment.header.write(
                    journal.schema,
                    JournalOrigin.of(journal.run, journal.path),
                    index,
                    journal.recordsPerSegment,
                    start);
            return segment;
        } catch (FileAlreadyExistsException e) {
            throw new JournalException(Problem.of(file).fault("exists already; a journal is never overwritten"), e);
        } catch (IOException e) {
            throw new JournalException(Problem.of(file).fault("cannot be created", e), e);
        }
    }

    private static JournalSegment chunked(Path file, int length) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new JournalSegment(file, ByteBuffer.allocateDirect(length), channel);
    }

    private static JournalSegment mapped(Path file, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            JournalSegment segment = new JournalSegment(file, filled(file, channel, length), null);
            segment.touch();
            return segment;
        }
    }

    private static MappedByteBuffer filled(Path file, FileChannel channel, long length) {
        try {
            fillWithZeros(channel, length);
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, length);
        } catch (IOException e) {
            deleteQuietly(file, e);
            throw new JournalException(Problem.of(file).fault("no room for a segment of " + length + " bytes", e), e);
        }
    }

    private static void deleteQuietly(Path file, IOException cause) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static void fillWithZeros(FileChannel channel, long length) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(length, BLOCK));
        try {
            for (long left = length; left > 0; ) {
                zeros.clear().limit((int) Math.min(left, zeros.capacity()));
                left -= channel.write(zeros);
            }
        } finally {
            BufferUtil.free(zeros);
        }
    }

    private void touch() {
        for (int at = 0; at < buffer.capacity(); at += PAGE) {
            buffer.putByte(at, (byte) 0);
        }
    }

    /**
     * Maps a segment that its writer might still fill or truncate.
     *
     * <p>A segment has its full length before it has its magic, and {@link #close} truncates it once, after its last
     * committed record. The magic is therefore read before the size, and the size is read again if the file shrinks before
     * it is mapped. If it shrinks afterwards, touching the last pages of the mapping would cause a SIGBUS. They contain no
     * committed record, so readers never touch them.
     *
     * @throws JournalException if the file cannot be read, has no magic, or has an impossible size
     */
    static JournalSegment openForReading(Path file) {
        return openForReading(file, () -> {});
    }

    /** Maps a segment. Tests change the file in {@code beforeMapping}. */
    static JournalSegment openForReading(Path file, Runnable beforeMapping) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (true) {
                long size = checkedSize(file, channel);
                beforeMapping.run();
                try {
                    return new JournalSegment(file, channel.map(FileChannel.MapMode.READ_ONLY, 0, size), null);
                } catch (IOException e) {
                    if (channel.size() >= size) {
                        throw e;
                    }
                }
            }
        } catch (IOException e) {
            throw new JournalException(Problem.of(file).fault("cannot be read", e), e);
        }
    }

    private static long checkedSize(Path file, FileChannel channel) throws IOException {
        ByteBuffer magic = ByteBuffer.allocate(Long.BYTES);
        channel.read(magic, 0);
        long size = channel.size();
        if (size < JournalHeader.LENGTH || size > Integer.MAX_VALUE) {
            throw new JournalException(
                    Problem.of(file).fault(size + " bytes").expected(JournalHeader.LENGTH + ".." + Integer.MAX_VALUE));
        }
        JournalHeader.checkMagic(file, magic.array());
        return size;
    }

    /**
     * Writes the chunk up to an offset and clears it for the next records.
     *
     * @throws JournalException if there is no room
     */
    void writeChunk(int end) {
        write(JournalHeader.LENGTH, end, chunkAt);
        chunkAt += end - JournalHeader.LENGTH;
        buffer.setMemory(JournalHeader.LENGTH, end - JournalHeader.LENGTH, (byte) 0);
    }

    private void write(int from, int to, long position) {
        memory.limit(to).position(from);
        try {
            while (memory.hasRemaining()) {
                requireNonNull(written).write(memory, position + memory.position() - from);
            }
        } catch (IOException e) {
            throw new JournalException(Problem.of(file).fault("no room for records", e), e);
        }
    }

    private void closeWritten(FileChannel channel, int end) {
        try (channel) {
            writeChunk(end);
            write(0, JournalHeader.LENGTH, 0);
        } catch (IOException e) {
            throw new JournalException(Problem.of(file).fault("cannot be written", e), e);
        }
        unmap();
    }

    /** Releases the memory. Later use of the buffer throws an exception instead of crashing the process. */
    void unmap() {
        buffer.wrap(NOTHING);
        checksum.release();
        BufferUtil.free(memory);
    }

    /** Unmaps and deletes an unused segment. */
    void delete() {
        unmap();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new JournalException(Problem.of(file).fault("cannot be deleted", e), e);
        }
    }

    /**
     * Closes the segment at the offset after its last record. A mapped segment is truncated there, and the kernel writes the rest
     * to disk: waiting for gigabytes of unused zeros could outlast the time to end a process. After a power failure the checks of
     * the records reveal a loss.
     */
    void close(int end) {
        FileChannel channel = written;
        if (channel == null) {
            closeMapped(end);
        } else {
            closeWritten(channel, end);
        }
    }

    private void closeMapped(int length) {
        unmap();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        } catch (IOException e) {
            throw new JournalException(Problem.of(file).fault("cannot be cut to " + length + " bytes", e), e);
        }
    }
}
