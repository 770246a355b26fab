package org.ticktoquote.core.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;

/**
 * Check value that the journal appends to each record, to detect damaged or misplaced records.
 *
 * <pre>
 *  0 int32  number of the record in the journal, from 0; its low 32 bits
 *  4 int32  {@link Checksum} of the record
 * </pre>
 *
 * <p>The number needs no checksum, because it is compared with the position. Does not allocate. One thread at a time.
 */
final class RecordCheck {
    static final int LENGTH = 8;

    private final UnsafeBuffer buffer;
    private final Checksum checksum;

    RecordCheck(UnsafeBuffer buffer, Checksum checksum) {
        this.buffer = buffer;
        this.checksum = checksum;
    }

    /** Writes the check of the record at an offset. */
    void put(int at, int recordLength, long number) {
        int end = at + recordLength;
        buffer.putInt(end, (int) number, LITTLE_ENDIAN);
        buffer.putInt(end + Integer.BYTES, checksum.of(at, recordLength), LITTLE_ENDIAN);
    }

    /** Returns whether the record at an offset is undamaged and has this number. */
    boolean matches(int at, int recordLength, long number) {
        long check = buffer.getLong(at + recordLength, LITTLE_ENDIAN);
        return (int) check == (int) number && (int) (check >>> Integer.SIZE) == checksum.of(at, recordLength);
    }

    /**
     * Checks that the record at an offset is undamaged and has this number.
     *
     * @throws JournalException naming the file, what was expected and what was found
     */
    void verify(Path file, int at, int recordLength, long number) {
        int end = at + recordLength;
        int found = buffer.getInt(end + Integer.BYTES, LITTLE_ENDIAN);
        int expected = checksum.of(at, recordLength);
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
