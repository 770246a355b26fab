package org.ticktoquote.core.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC-32C (Castagnoli, as in iSCSI, RFC 3720) of bytes of a mapped segment.
 *
 * <p>Up to five flipped bits, or any damage within 32 bits in a row, change it for certain in up to 655 bytes (Koopman,
 * 32-Bit Cyclic Redundancy Codes for Internet Applications, 2002); any other damage passes once in 2^32. No allocation.
 * One thread at a time.
 */
final class Checksum {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final CRC32C crc = new CRC32C();
    private ByteBuffer bytes;

    Checksum(ByteBuffer mapped) {
        this.bytes = mapped.duplicate();
    }

    /** Of a range of bytes. */
    int of(int from, int length) {
        crc.reset();
        add(from, length);
        return (int) crc.getValue();
    }

    /** Of a range of bytes, the four bytes of a little-endian number, and another range. */
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

    /** The memory is about to be unmapped: whoever asks from here on gets an exception. */
    void release() {
        bytes = NOTHING;
    }
}
