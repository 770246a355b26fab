package org.ticktoquote.core.journal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;

/** Checks that the times of a journal's records never decrease. Allocates only if one does. One thread at a time. */
final class MonotonicTimes {
    private final List<TimeField> fields;
    private final int[] offsets;
    private final long[] last;

    MonotonicTimes(List<TimeField> fields) {
        this.fields = fields;
        this.offsets = fields.stream().mapToInt(TimeField::offset).toArray();
        this.last = new long[fields.size()];
        Arrays.fill(last, Long.MIN_VALUE);
    }

    /** Returns the first field that is smaller than in the {@linkplain #remember remembered} record, or -1 if none is. */
    int firstFallingField(DirectBuffer buffer, int at) {
        for (int i = 0; i < last.length; i++) {
            if (time(buffer, at, i) < last[i]) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the first field that is smaller than in the previous record, or -1 if none is. */
    int firstFallingField(DirectBuffer buffer, int before, int at) {
        for (int i = 0; i < last.length; i++) {
            if (time(buffer, at, i) < time(buffer, before, i)) {
                return i;
            }
        }
        return -1;
    }

    void remember(DirectBuffer buffer, int at) {
        for (int i = 0; i < last.length; i++) {
            last[i] = time(buffer, at, i);
        }
    }

    String fall(int field, DirectBuffer buffer, int at) {
        return fields.get(field).name() + " falls from " + last[field] + " to " + time(buffer, at, field) + " ns";
    }

    private long time(DirectBuffer buffer, int at, int field) {
        return buffer.getLong(at + offsets[field], LITTLE_ENDIAN);
    }
}
