package org.ticktoquote.replayer.payload;

import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Sequence number of a payload on its line.
 *
 * @param step distance to the number of the next payload; null for 1
 */
public record SequenceField(NumberField field, @Nullable NumberField step) {
    /** Returns true if a payload of the given length contains the number. */
    public boolean within(int length) {
        return field.within(length);
    }

    public long read(DirectBuffer payload, int offset, int length) {
        return field.read(payload, offset, length);
    }

    /** Returns the count of sequence numbers that a payload uses, 0 if it does not contain the number. Does not allocate. */
    public long step(DirectBuffer payload, int offset, int length) {
        if (!within(length)) {
            return 0;
        }
        return step == null || !step.within(length) ? 1 : step.read(payload, offset, length);
    }
}
