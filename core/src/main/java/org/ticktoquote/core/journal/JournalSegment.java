package org.ticktoquote.core.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One file of a journal: a header and room for a fixed number of records, mapped whole.
 *
 * <p>A new segment is filled with zeros by ordinary writes before it is mapped, so that a full disk is an exception
 * here and not a SIGBUS later, and then touched, so that the writer meets no page fault.
 */
final class JournalSegment {
    private static final int BLOCK = 1 << 20;
    private static final int PAGE = 4096;

    final Path file;
    final MappedByteBuffer mapped;
    final UnsafeBuffer buffer;
    final JournalHeader header;

    private JournalSegment(Path file, MappedByteBuffer mapped) {
        this.file = file;
        this.mapped = mapped;
        this.buffer = new UnsafeBuffer(mapped);
        this.header = new JournalHeader(buffer);
    }

    /** The name of a segment: the journal's own for the first, then with {@code .1}, {@code .2} and so on. */
    static Path file(Path journal, int index) {
        return index == 0 ? journal : journal.resolveSibling(journal.getFileName() + "." + index);
    }

    static JournalSegment create(Path journal, JournalSchema schema, int stream, int index, int records) {
        Path file = file(journal, index);
        long length = JournalHeader.LENGTH + (long) records * schema.recordLength();
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(file + ": a segment of " + records + " records is larger than 2 GiB");
        }
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            fillWithZeros(channel, length);
            JournalSegment segment = new JournalSegment(file, channel.map(FileChannel.MapMode.READ_WRITE, 0, length));
            segment.touch();
            segment.header.write(schema, stream, index, records);
            return segment;
        } catch (IOException e) {
            deleteQuietly(file, e);
            throw new JournalException(file + ": no room for a segment of " + length + " bytes: " + e.getMessage(), e);
        }
    }

    private static void deleteQuietly(Path file, IOException cause) {
        if (cause instanceof java.nio.file.FileAlreadyExistsException) {
            return;
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static void fillWithZeros(FileChannel channel, long length) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(length, BLOCK));
        long left = length;
        while (left > 0) {
            zeros.clear().limit((int) Math.min(left, zeros.capacity()));
            left -= channel.write(zeros);
        }
        BufferUtil.free(zeros);
    }

    private void touch() {
        for (int at = 0; at < buffer.capacity(); at += PAGE) {
            buffer.putByte(at, (byte) 0);
        }
    }

    static JournalSegment openForReading(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() < JournalHeader.LENGTH) {
                throw new JournalException(
                        file + ": " + channel.size() + " bytes, expected at least " + JournalHeader.LENGTH);
            }
            return new JournalSegment(file, channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
        } catch (IOException e) {
            throw new JournalException(file + ": cannot be read: " + e, e);
        }
    }

    /** Releases the mapping; no buffer of it may be used afterwards. */
    void unmap() {
        IoUtil.unmap(mapped);
    }
}
