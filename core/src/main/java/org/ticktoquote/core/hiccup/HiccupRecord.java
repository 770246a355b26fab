package org.ticktoquote.core.hiccup;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalSchema;
import org.ticktoquote.core.journal.JournalSchema.TimeField;

/**
 * One late wake-up, in {@code hiccups-ROLE.journal}: a flyweight over 24 bytes.
 *
 * <pre>
 *  0 int64  intended: scheduled time of the wake, monotonic ns
 *  8 int64  actual: time of the wake, monotonic ns; every wake scheduled in between was missed too
 * 16 int64  threshold in force, ns: shorter delays at that time are not in the journal
 * </pre>
 *
 * <p>Does not allocate. Not thread-safe.
 */
public final class HiccupRecord {
    public static final int LENGTH = 24;
    public static final JournalSchema SCHEMA =
            new JournalSchema(3, 1, LENGTH, List.of(new TimeField("intended", 0), new TimeField("actual", 8)));

    private static final int INTENDED = 0;
    private static final int ACTUAL = 8;
    private static final int THRESHOLD = 16;

    private DirectBuffer source;
    private int offset;

    /** Creates a flyweight over one record. {@link #wrap} moves it. */
    public HiccupRecord(DirectBuffer source, int offset) {
        this.source = source;
        this.offset = offset;
    }

    public HiccupRecord wrap(JournalReader reader) {
        this.source = reader.buffer();
        this.offset = reader.offset();
        return this;
    }

    public long intendedNs() {
        return source.getLong(offset + INTENDED, LITTLE_ENDIAN);
    }

    public long actualNs() {
        return source.getLong(offset + ACTUAL, LITTLE_ENDIAN);
    }

    /** Returns the length of the stall, {@code actual - intended}, accurate to one interval. */
    public long lengthNs() {
        return actualNs() - intendedNs();
    }

    public long thresholdNs() {
        return source.getLong(offset + THRESHOLD, LITTLE_ENDIAN);
    }

    public static void put(MutableDirectBuffer to, int at, long intendedNs, long actualNs, long thresholdNs) {
        to.putLong(at + INTENDED, intendedNs, LITTLE_ENDIAN);
        to.putLong(at + ACTUAL, actualNs, LITTLE_ENDIAN);
        to.putLong(at + THRESHOLD, thresholdNs, LITTLE_ENDIAN);
    }
}
