package org.ticktoquote.pricing.feed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.feed.FeedFrame;
import org.ticktoquote.pricing.pipeline.Inlet;

/**
 * Cuts a stream into messages by the Simple Open Framing Header: length, itself included, as big-endian uint32, then
 * the encoding type 0xEB50.
 */
final class StreamFrames {
    private final Inlet<FeedPacket> next;

    StreamFrames(Inlet<FeedPacket> next) {
        this.next = next;
    }

    /** Puts on every whole message and leaves the rest in the buffer. */
    void split(ByteBuffer bytes, long arrivedNs) throws IOException {
        bytes.order(ByteOrder.BIG_ENDIAN);
        while (bytes.remaining() >= FeedFrame.HEADER) {
            int length = bytes.getInt(bytes.position());
            int encoding = bytes.getShort(bytes.position() + 4) & 0xffff;
            if (!FeedFrame.isHeader(length, encoding)) {
                throw new IOException("not a framing header: length %d, encoding 0x%x".formatted(length, encoding));
            }
            if (bytes.remaining() < length) {
                return;
            }
            byte[] message = new byte[length - FeedFrame.HEADER];
            bytes.position(bytes.position() + FeedFrame.HEADER);
            bytes.get(message);
            next.put(new FeedPacket(new UnsafeBuffer(message), false, arrivedNs));
        }
    }
}
