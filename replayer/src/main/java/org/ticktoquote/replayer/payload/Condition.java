package org.ticktoquote.replayer.payload;

import org.agrona.DirectBuffer;

/**
 * Which payloads a rule is for: those in which a number is this one. Does not allocate.
 *
 * @param field that is looked at
 * @param value that it must have
 */
record Condition(NumberField field, long value) {
    boolean holds(DirectBuffer payload, int offset, int length) {
        return field.within(length) && field.read(payload, offset, length) == value;
    }
}
