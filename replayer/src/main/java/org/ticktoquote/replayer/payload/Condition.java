package org.ticktoquote.replayer.payload;

import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Which payloads a rule is for: those in which a number is this one. Does not allocate.
 *
 * @param field that is looked at
 * @param value that it must have
 */
public record Condition(NumberField field, long value) {
    /** Whether all of some hold. */
    static boolean allHold(List<Condition> conditions, DirectBuffer payload, int offset, int length) {
        for (int i = 0; i < conditions.size(); i++) {
            if (!conditions.get(i).holds(payload, offset, length)) {
                return false;
            }
        }
        return true;
    }

    private boolean holds(DirectBuffer payload, int offset, int length) {
        return field.within(length) && field.read(payload, offset, length) == value;
    }
}
