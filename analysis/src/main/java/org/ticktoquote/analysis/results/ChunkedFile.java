package org.ticktoquote.analysis.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;

/**
 * File of fixed-length records after a header, mapped in chunks as it grows.
 *
 * <p>Writes zeros to disk before records are used, so that a full disk is an exception here and not a SIGBUS later. Not
 * thread-safe.
 */
final class ChunkedFile implements AutoCloseable {
    private static final int CHUNK_LENGTH = 1 << 22;
    /** Bytes of zeros per write; most files are far smaller than a chunk. */
    private static final int STEP = 1 << 16;

    private final FileChannel channel;
    private final FileChannel.MapMode mode;
    private final int headerLength;
    private final int recordLength;
    private final int shift;
    private final MappedByteBuffer header;
    private final List<MappedByteBuffer> mappings = new ArrayList<>();
    private UnsafeBuffer[] chunks = {};
    /** Chunks as 64-bit integers, for bulk access. */
    private LongBuffer[] integers = {};
    /** File position up to which zeros are on disk. */
    private long room;

    private @Nullable ByteBuffer zeros;

    private ChunkedFile(FileChannel channel, FileChannel.MapMode mode, int headerLength, int recordLength)
            throws IOException {
        this.channel = channel;
        this.mode = mode;
        this.headerLength = headerLength;
        this.recordLength = recordLength;
        this.shift = 31 - Integer.numberOfLeadingZeros(Math.max(1, CHUNK_LENGTH / recordLength));
        this.header = channel.map(mode, 0, headerLength);
    }

    /** Creates an empty file; overwrites an existing one. */
    static ChunkedFile create(Path file, int headerLength, int recordLength) {
        try {
            FileChannel channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            ByteBuffer zeros = ByteBuffer.allocateDirect(STEP);
            writeZeros(channel, zeros, 0, headerLength);
            ChunkedFile created = new ChunkedFile(channel, FileChannel.MapMode.READ_WRITE, headerLength, recordLength);
            created.room = headerLength;
            created.zeros = zeros;
            return created;
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be created", e).failure(e);
        }
    }

    /** Maps an existing file for reading, with a number of records. Closing this closes the channel. */
    static ChunkedFile open(FileChannel channel, int headerLength, int recordLength, long records) throws IOException {
        ChunkedFile opened = new ChunkedFile(channel, FileChannel.MapMode.READ_ONLY, headerLength, recordLength);
        while ((long) opened.chunks.length << opened.shift < records) {
            opened.map(Math.min(1L << opened.shift, records - ((long) opened.chunks.length << opened.shift)));
        }
        return opened;
    }

    /** Makes room for a record. Must be called for the records in order, without gaps. */
    void ensure(long index) {
        long end = headerLength + (index + 1) * recordLength;
        if (end <= room) {
            return;
        }
        try {
            if (index >> shift == chunks.length) {
                map(1L << shift);
            }
            long chunkEnd = headerLength + ((long) chunks.length << shift) * recordLength;
            long more = Math.min(Math.max(end, room + STEP), chunkEnd);
            writeZeros(channel, Objects.requireNonNull(zeros, "opened to be read"), room, more);
            room = more;
        } catch (IOException e) {
            throw Problem.ofFault("no room for the results of more ticks: " + IoReason.of(e))
                    .failure(e);
        }
    }

    private void map(long records) throws IOException {
        long position = headerLength + ((long) chunks.length << shift) * recordLength;
        MappedByteBuffer mapping = channel.map(mode, position, records * recordLength);
        mappings.add(mapping);
        UnsafeBuffer[] more = Arrays.copyOf(chunks, chunks.length + 1);
        more[chunks.length] = new UnsafeBuffer(mapping);
        chunks = more;
        integers = Arrays.copyOf(integers, chunks.length);
        integers[chunks.length - 1] =
                mapping.duplicate().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    }

    /** Writes zeros from a reused buffer, so that appending does not allocate. */
    private static void writeZeros(FileChannel channel, ByteBuffer zeros, long from, long to) throws IOException {
        for (long at = from; at < to; ) {
            zeros.clear().limit((int) Math.min(to - at, zeros.capacity()));
            at += channel.write(zeros, at);
        }
    }

    UnsafeBuffer header() {
        return new UnsafeBuffer(header);
    }

    /** Returns the chunk that contains a record. */
    UnsafeBuffer chunk(long index) {
        return chunks[(int) (index >> shift)];
    }

    /** Returns the offset of a record in its chunk, in bytes. */
    int offset(long index) {
        return (int) (index & ((1L << shift) - 1)) * recordLength;
    }

    /** Reads {@code count} little-endian 64-bit integers of a record, from byte offset {@code byteOffset}, a multiple of 8. */
    void read(long index, int byteOffset, long[] into, int count) {
        integers[(int) (index >> shift)].get((offset(index) + byteOffset) / Long.BYTES, into, 0, count);
    }

    /** Copies the first {@code perRecord} integers of each of a number of records, starting at an index. */
    void read(long index, int records, int perRecord, long[] into) {
        if (perRecord * Long.BYTES == recordLength) {
            readWhole(index, records, into);
            return;
        }
        for (int i = 0; i < records; i++) {
            integers[(int) (index + i >> shift)].get(offset(index + i) / Long.BYTES, into, i * perRecord, perRecord);
        }
    }

    private void readWhole(long index, int records, long[] into) {
        int perRecord = recordLength / Long.BYTES;
        for (int done = 0; done < records; ) {
            long at = index + done;
            int here = (int) Math.min(records - done, (1L << shift) - (at & (1L << shift) - 1));
            integers[(int) (at >> shift)].get(offset(at) / Long.BYTES, into, done * perRecord, here * perRecord);
            done += here;
        }
    }

    /** Writes {@code count} little-endian 64-bit integers to a record, from byte offset {@code byteOffset}, a multiple of 8. */
    void write(long index, int byteOffset, long[] from, int count) {
        integers[(int) (index >> shift)].put((offset(index) + byteOffset) / Long.BYTES, from, 0, count);
    }

    /** Returns the CRC-32C of the header and a number of records. The checksum's own four bytes count as zeros. */
    int checksum(long records, int checksumOffset) {
        CRC32C crc = new CRC32C();
        crc.update(part(header, 0, checksumOffset));
        crc.update(new byte[Integer.BYTES]);
        crc.update(part(header, checksumOffset + Integer.BYTES, headerLength));
        for (int chunk = 0; chunk < mappings.size(); chunk++) {
            long here = Math.min(1L << shift, records - ((long) chunk << shift));
            crc.update(part(mappings.get(chunk), 0, (int) Math.max(0, here) * recordLength));
        }
        return (int) crc.getValue();
    }

    private static ByteBuffer part(ByteBuffer mapped, int from, int to) {
        return mapped.duplicate().limit(to).position(from);
    }

    /** Truncates the file after a number of records. Mappings stay valid up to the new end. */
    void truncate(long records) throws IOException {
        channel.truncate(headerLength + records * recordLength);
    }

    @Override
    public void close() {
        mappings.forEach(IoUtil::unmap);
        IoUtil.unmap(header);
        BufferUtil.free(zeros);
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
