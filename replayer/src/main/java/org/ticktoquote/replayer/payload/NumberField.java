package org.ticktoquote.replayer.payload;

import java.nio.ByteOrder;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Position and encoding of an integer in a payload. Does not allocate.
 *
 * @param at offset; negative values count from the payload's end
 * @param bytes 1 to 8
 * @param order order of its bytes
 */
public record NumberField(int at, int bytes, ByteOrder order) {
    /** Returns the offset in a payload of the given length. Requires {@link #within}. */
    private int begin(int length) {
        return at < 0 ? length + at : at;
    }

    /** Returns true if a payload of the given length contains the whole number. */
    public boolean within(int length) {
        int begin = begin(length);
        return begin >= 0 && begin <= length - bytes;
    }

    /** Reads the number, unsigned up to 7 bytes. Requires {@link #within}. */
    public long read(DirectBuffer payload, int offset, int length) {
        int begin = offset + begin(length);
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            int place = order == ByteOrder.BIG_ENDIAN ? i : bytes - 1 - i;
            value = value << Byte.SIZE | payload.getByte(begin + place) & 0xFF;
        }
        return value;
    }

    /** Writes the low bytes of a number. Requires {@link #within}. */
    void write(MutableDirectBuffer payload, int length, long value) {
        int begin = begin(length);
        long rest = value;
        for (int i = bytes - 1; i >= 0; i--) {
            payload.putByte(begin + (order == ByteOrder.BIG_ENDIAN ? i : bytes - 1 - i), (byte) rest);
            rest >>>= Byte.SIZE;
        }
    }

    /** Selects the payloads in which a field has a given value. Does not allocate. */
    public record Condition(NumberField field, long value) {
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
}
