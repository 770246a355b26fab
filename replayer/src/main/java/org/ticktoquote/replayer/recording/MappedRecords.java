package org.ticktoquote.replayer.recording;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records of one length in a recording, mapped in parts because one mapping ends at 2 GiB; none spans two parts.
 *
 * <p>Reading does not allocate; any thread may read until {@link #unmap()}.
 */
final class MappedRecords {
    private static final int PART_LENGTH = 1 << 30;

    /** As many messages as fit into a part. */
    static final int MESSAGES_PER_PART = PART_LENGTH / QuoteMessage.LENGTH;

    private final int recordLength;
    private final int recordsPerPart;
    private final MappedByteBuffer[] mapped;
    private final UnsafeBuffer[] parts;

    MappedRecords(FileChannel channel, long from, long count, int recordLength, int recordsPerPart) throws IOException {
        this.recordLength = recordLength;
        this.recordsPerPart = recordsPerPart;
        this.mapped = new MappedByteBuffer[(int) ((count + recordsPerPart - 1) / recordsPerPart)];
        this.parts = new UnsafeBuffer[mapped.length];
        for (int part = 0; part < mapped.length; part++) {
            long first = (long) part * recordsPerPart;
            long length = Math.min(count - first, recordsPerPart) * recordLength;
            mapped[part] = channel.map(FileChannel.MapMode.READ_ONLY, from + first * recordLength, length);
            parts[part] = new UnsafeBuffer(mapped[part]);
        }
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
        for (MappedByteBuffer part : mapped) {
            digest.update(part.duplicate());
        }
    }

    /** Releases the mappings; no buffer of them may be used afterwards. */
    void unmap() {
        for (MappedByteBuffer part : mapped) {
            IoUtil.unmap(part);
        }
    }
}
