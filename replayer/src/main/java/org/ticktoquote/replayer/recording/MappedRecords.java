package org.ticktoquote.replayer.recording;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records of one length in a recording, mapped in parts because one mapping ends at 2 GiB; none spans two parts. The parts of
 * bytes, which are read in pieces of different lengths, overlap so that each piece is whole in one.
 *
 * <p>Reading does not allocate; any thread may read until {@link #unmap()}.
 */
final class MappedRecords {
    private static final int PART_LENGTH = 1 << 30;

    /** As many messages as fit into a part. */
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

    /** Bytes, in pieces of at most {@value #OVERLAP}. */
    static MappedRecords ofBytes(FileChannel channel, long from, long count) throws IOException {
        return new MappedRecords(channel, from, count, 1, PART_LENGTH, OVERLAP);
    }

    /** Whether a piece of bytes lies within them, and whole in one part. */
    boolean holds(long at, int length) {
        return at >= 0 && length >= 0 && length <= OVERLAP && at <= count - length;
    }

    DirectBuffer buffer(long index) {
        return parts[(int) (index / recordsPerPart)];
    }

    int offset(long index) {
        return (int) (index % recordsPerPart) * recordLength;
    }

    /** Brings all of it into memory. */
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

    /** Releases the mappings; no buffer of them may be used afterwards. */
    void unmap() {
        for (MappedByteBuffer part : mapped) {
            IoUtil.unmap(part);
        }
    }
}
