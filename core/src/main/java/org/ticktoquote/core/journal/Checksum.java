package org.ticktoquote.core.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;

/**
 * CRC-32C (Castagnoli, as in iSCSI, RFC 3720) of bytes of a segment.
 *
 * <p>Detects up to five flipped bits, or any damage within 32 consecutive bits, in up to 655 bytes (Koopman, 32-Bit Cyclic
 * Redundancy Codes for Internet Applications, 2002). Any other damage passes with a probability of 2^-32.
 *
 * <p>The journal appends a check to each record, to detect damaged or misplaced records:
 *
 * <pre>
 *  0 int32  number of the record in the journal, from 0; its low 32 bits
 *  4 int32  checksum of the record
 * </pre>
 *
 * <p>The number needs no checksum, because it is compared with the position. Does not allocate. One thread at a time.
 */
final class Checksum {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** Length of the check that the journal appends to each record. */
    static final int RECORD_CHECK = 8;

    private final CRC32C crc = new CRC32C();
    private final UnsafeBuffer buffer;
    private ByteBuffer bytes;

    /** @param buffer of the same memory */
    Checksum(ByteBuffer mapped, UnsafeBuffer buffer) {
        this.bytes = mapped.duplicate();
        this.buffer = buffer;
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

    /** Writes the check of the record at an offset. */
    void put(int at, int recordLength, long number) {
        int end = at + recordLength;
        buffer.putInt(end, (int) number, LITTLE_ENDIAN);
        buffer.putInt(end + Integer.BYTES, of(at, recordLength), LITTLE_ENDIAN);
    }

    /** Returns whether the record at an offset is undamaged and has this number. */
    boolean matches(int at, int recordLength, long number) {
        long check = buffer.getLong(at + recordLength, LITTLE_ENDIAN);
        return (int) check == (int) number && (int) (check >>> Integer.SIZE) == of(at, recordLength);
    }

    /**
     * Checks that the record at an offset is undamaged and has this number.
     *
     * @throws JournalException naming the file, what was expected and what was found
     */
    void verify(Path file, int at, int recordLength, long number) {
        int end = at + recordLength;
        int found = buffer.getInt(end + Integer.BYTES, LITTLE_ENDIAN);
        int expected = of(at, recordLength);
        if (found != expected) {
            throw new JournalException(Problem.of("checksum")
                    .value("%08x".formatted(found))
                    .expected("%08x (the record is damaged)".formatted(expected))
                    .under("record " + (number + 1))
                    .at(Place.atByte(file, at)));
        }
        int place = buffer.getInt(end, LITTLE_ENDIAN);
        if (place != (int) number) {
            throw new JournalException(Problem.of("number")
                    .value(Integer.toUnsignedLong(place) + 1)
                    .expected((number + 1) + " (another record is in its place)")
                    .under("record " + (number + 1))
                    .at(Place.atByte(file, at)));
        }
    }
}
