package org.ticktoquote.replayer.recording;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The messages of a recording, mapped in parts because one mapping ends at 2 GiB; no message spans two parts.
 *
 * <p>Reading does not allocate; any thread may read until {@link #unmap()}.
 */
final class MappedMessages {
    /** As many as fit into 1 GiB. */
    static final int MESSAGES_PER_PART = (1 << 30) / QuoteMessage.LENGTH;

    private final int messagesPerPart;
    private final MappedByteBuffer[] mapped;
    private final UnsafeBuffer[] parts;

    MappedMessages(FileChannel channel, long from, long count, int messagesPerPart) throws IOException {
        this.messagesPerPart = messagesPerPart;
        this.mapped = new MappedByteBuffer[(int) ((count + messagesPerPart - 1) / messagesPerPart)];
        this.parts = new UnsafeBuffer[mapped.length];
        for (int part = 0; part < mapped.length; part++) {
            long first = (long) part * messagesPerPart;
            long length = Math.min(count - first, messagesPerPart) * QuoteMessage.LENGTH;
            mapped[part] = channel.map(FileChannel.MapMode.READ_ONLY, from + first * QuoteMessage.LENGTH, length);
            parts[part] = new UnsafeBuffer(mapped[part]);
        }
    }

    DirectBuffer buffer(long index) {
        return parts[(int) (index / messagesPerPart)];
    }

    int offset(long index) {
        return (int) (index % messagesPerPart) * QuoteMessage.LENGTH;
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
