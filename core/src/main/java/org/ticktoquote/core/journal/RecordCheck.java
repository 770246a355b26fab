package org.ticktoquote.core.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Problem.Place;

/**
 * What the journal puts behind each record of a segment, to tell a damaged or misplaced one.
 *
 * <pre>
 *  0 int32  number of the record in the journal, from 0; its low 32 bits
 *  4 int32  {@link Checksum} of the record
 * </pre>
 *
 * <p>The number needs no checksum: it is compared with the place. No allocation. One thread at a time.
 */
final class RecordCheck {
    static final int LENGTH = 8;

    private final UnsafeBuffer buffer;
    private final Checksum checksum;

    RecordCheck(UnsafeBuffer buffer, Checksum checksum) {
        this.buffer = buffer;
        this.checksum = checksum;
    }

    /** Completes the record that stands somewhere. */
    void put(int at, int recordLength, long number) {
        int end = at + recordLength;
        buffer.putInt(end, (int) number, LITTLE_ENDIAN);
        buffer.putInt(end + Integer.BYTES, checksum.of(at, recordLength), LITTLE_ENDIAN);
    }

    /** Whether the record of a number stands somewhere, as it was written. */
    boolean matches(int at, int recordLength, long number) {
        long check = buffer.getLong(at + recordLength, LITTLE_ENDIAN);
        return (int) check == (int) number && (int) (check >>> Integer.SIZE) == checksum.of(at, recordLength);
    }

    /**
     * Checks that the record of a number stands somewhere, as it was written.
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
                    .expected("%08x: it is damaged".formatted(expected))
                    .under("record " + (number + 1))
                    .at(Place.atByte(file, at)));
        }
        int place = buffer.getInt(end, LITTLE_ENDIAN);
        if (place != (int) number) {
            throw new JournalException(Problem.of("number")
                    .value(Integer.toUnsignedLong(place) + 1)
                    .expected((number + 1) + ": another record is there")
                    .under("record " + (number + 1))
                    .at(Place.atByte(file, at)));
        }
    }
}
