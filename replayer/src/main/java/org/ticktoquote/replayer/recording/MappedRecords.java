package org.ticktoquote.replayer.recording;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Maps fixed-length records in several parts, because a single mapping is limited to 2 GiB. No record spans two parts. For
 * bytes, which are read in pieces of different lengths, the parts overlap so that each piece is whole in one part.
 *
 * <p>Reading does not allocate. Any thread can read until {@link #unmap()}.
 */
final class MappedRecords {
    private static final int PART_LENGTH = 1 << 30;

    static final int MESSAGES_PER_PART = PART_LENGTH / QuoteMessage.LENGTH;

    /** Longer than any payload. */
    private static final int OVERLAP = 1 << 16;

    private final long count;
    private final int recordLength;
    private final int recordsPerPart;
    private final MappedByteBuffer[] mapped;
    private final UnsafeBuffer[] parts;

    MappedRecords(FileChannel channel, long from, long count, int recordLength, int recordsPerPart) throws IOException {
        this(channel, from, count, recordLength, recordsPerPart, 0);
    }

    private MappedRecords(FileChannel channel, long from, long count, int recordLength, int recordsPerPart, int overlap)
            throws IOException {
        this.count = count;
        this.recordLength = recordLength;
        this.recordsPerPart = recordsPerPart;
        this.mapped = new MappedByteBuffer[(int) ((count + recordsPerPart - 1) / recordsPerPart)];
        this.parts = new UnsafeBuffer[mapped.length];
        for (int part = 0; part < mapped.length; part++) {
            long first = (long) part * recordsPerPart;
            long length = Math.min(count - first, (long) recordsPerPart + overlap) * recordLength;
            mapped[part] = channel.map(FileChannel.MapMode.READ_ONLY, from + first * recordLength, length);
            parts[part] = new UnsafeBuffer(mapped[part]);
        }
    }

    /** Maps bytes that are read in pieces of at most {@value #OVERLAP}. */
    static MappedRecords ofBytes(FileChannel channel, long from, long count) throws IOException {
        return new MappedRecords(channel, from, count, 1, PART_LENGTH, OVERLAP);
    }

    /** Returns true if a piece is within the bytes and whole in one part. */
    boolean contains(long at, int length) {
        return at >= 0 && length >= 0 && length <= OVERLAP && at <= count - length;
    }

    DirectBuffer buffer(long index) {
        return parts[(int) (index / recordsPerPart)];
    }

    int offset(long index) {
        return (int) (index % recordsPerPart) * recordLength;
    }

    void load() {
        for (MappedByteBuffer part : mapped) {
            part.load();
        }
    }

    void addTo(MessageDigest digest) {
        for (int part = 0; part < mapped.length; part++) {
            long own = Math.min(count - (long) part * recordsPerPart, recordsPerPart) * recordLength;
            digest.update(mapped[part].duplicate().limit((int) own));
        }
    }

    /** Releases the mappings. Their buffers are invalid afterwards. */
    void unmap() {
        for (MappedByteBuffer part : mapped) {
            IoUtil.unmap(part);
        }
    }
}
