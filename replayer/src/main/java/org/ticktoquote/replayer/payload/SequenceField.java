package org.ticktoquote.replayer.payload;

import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where a payload says its number on its line.
 *
 * @param field a number
 * @param step by how much the number of the next payload is higher; null for 1
 */
public record SequenceField(NumberField field, @Nullable NumberField step) {
    /** Whether a payload of that length has it. */
    public boolean within(int length) {
        return field.within(length);
    }

    public long read(DirectBuffer payload, int offset, int length) {
        return field.read(payload, offset, length);
    }

    /** How many numbers a payload takes; does not allocate. */
    public long step(DirectBuffer payload, int offset, int length) {
        return step == null || !step.within(length) ? 1 : step.read(payload, offset, length);
    }
}
