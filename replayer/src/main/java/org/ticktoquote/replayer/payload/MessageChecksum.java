package org.ticktoquote.replayer.payload;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * Checksum inside protocol messages: the sum of bytes, or of 16-bit words, big-endian, whose complement is the Internet checksum
 * (RFC 1071). An odd byte is the high byte of its word. Updates byte by byte to avoid copying a direct buffer. The kernel
 * computes the UDP checksum.
 */
final class MessageChecksum implements Checksum {
    private static final Map<String, Supplier<Checksum>> KINDS = new TreeMap<>(Map.of(
            "internet",
            () -> new MessageChecksum(true),
            "crc-32",
            CRC32::new,
            "crc-32c",
            CRC32C::new,
            "sum",
            () -> new MessageChecksum(false)));

    private final boolean ofWords;
    private long sum;
    private boolean high;

    private MessageChecksum(boolean ofWords) {
        this.ofWords = ofWords;
        reset();
    }

    /** Returns a checksum of a kind, which can also be a CRC; empty for an unknown kind. */
    static Optional<Checksum> of(String kind) {
        return Optional.ofNullable(KINDS.get(kind)).map(Supplier::get);
    }

    static Set<String> kinds() {
        return KINDS.keySet();
    }

    @Override
    public void update(int value) {
        sum += (value & 0xFFL) << (high ? Byte.SIZE : 0);
        high = ofWords && !high;
    }

    @Override
    public void update(byte[] bytes, int from, int length) {
        for (int i = 0; i < length; i++) {
            update(bytes[from + i]);
        }
    }

    @Override
    public void update(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            update(bytes.get());
        }
    }

    @Override
    public long getValue() {
        long folded = sum;
        while (ofWords && folded >>> Short.SIZE != 0) {
            folded = (folded & 0xFFFF) + (folded >>> Short.SIZE);
        }
        return ofWords ? ~folded & 0xFFFF : sum;
    }

    @Override
    public void reset() {
        sum = 0;
        high = ofWords;
    }
}
