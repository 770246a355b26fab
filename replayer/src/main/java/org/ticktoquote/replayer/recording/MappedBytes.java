package org.ticktoquote.replayer.recording;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Bytes of a recording in pieces of different lengths, mapped in parts that overlap, so that each piece is whole in one.
 *
 * <p>Reading does not allocate; any thread may read until {@link #unmap()}.
 */
final class MappedBytes {
    private static final int PART_SHIFT = 30;
    private static final long PART_LENGTH = 1L << PART_SHIFT;
    /** Longer than any payload. */
    private static final int OVERLAP = 1 << 16;

    private final long length;
    private final MappedByteBuffer[] mapped;
    private final UnsafeBuffer[] parts;

    MappedBytes(FileChannel channel, long from, long length) throws IOException {
        this.length = length;
        this.mapped = new MappedByteBuffer[(int) ((length + PART_LENGTH - 1) >> PART_SHIFT)];
        this.parts = new UnsafeBuffer[mapped.length];
        for (int part = 0; part < mapped.length; part++) {
            long begin = (long) part << PART_SHIFT;
            long most = Math.min(length - begin, PART_LENGTH + OVERLAP);
            mapped[part] = channel.map(FileChannel.MapMode.READ_ONLY, from + begin, most);
            parts[part] = new UnsafeBuffer(mapped[part]);
        }
    }

    /** Whether so many bytes from there on are within it, and no more than a piece can have. */
    boolean holds(long at, int count) {
        return at >= 0 && count >= 0 && count <= OVERLAP && at <= length - count;
    }

    /** Where the piece that begins there is, at {@link #offset}. */
    DirectBuffer buffer(long at) {
        return parts[(int) (at >> PART_SHIFT)];
    }

    int offset(long at) {
        return (int) (at & PART_LENGTH - 1);
    }

    void load() {
        for (MappedByteBuffer part : mapped) {
            part.load();
        }
    }

    void addTo(MessageDigest digest) {
        for (int part = 0; part < mapped.length; part++) {
            long own = Math.min(length - ((long) part << PART_SHIFT), PART_LENGTH);
            digest.update(mapped[part].duplicate().limit((int) own));
        }
    }

    void unmap() {
        for (MappedByteBuffer part : mapped) {
            IoUtil.unmap(part);
        }
    }
}
