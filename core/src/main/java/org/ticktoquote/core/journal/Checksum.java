package org.ticktoquote.core.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC-32C (Castagnoli, as in iSCSI, RFC 3720) of bytes of a segment.
 *
 * <p>Detects up to five flipped bits, or any damage within 32 consecutive bits, in up to 655 bytes (Koopman, 32-Bit Cyclic
 * Redundancy Codes for Internet Applications, 2002). Any other damage passes with a probability of 2^-32. Does not allocate.
 * One thread at a time.
 */
final class Checksum {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final CRC32C crc = new CRC32C();
    private ByteBuffer bytes;

    Checksum(ByteBuffer mapped) {
        this.bytes = mapped.duplicate();
    }

    int of(int from, int length) {
        crc.reset();
        add(from, length);
        return (int) crc.getValue();
    }

    /** Returns the checksum of a range, the four bytes of a little-endian number, and another range. */
    int of(int from, int length, int number, int thenFrom, int thenLength) {
        crc.reset();
        add(from, length);
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            crc.update(number >>> shift);
        }
        add(thenFrom, thenLength);
        return (int) crc.getValue();
    }

    private void add(int from, int length) {
        bytes.limit(from + length).position(from);
        crc.update(bytes);
    }

    /** Drops the memory before it is unmapped. Later calls throw. */
    void release() {
        bytes = NOTHING;
    }
}
