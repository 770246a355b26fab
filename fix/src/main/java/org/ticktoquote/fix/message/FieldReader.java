package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the fields of a message in place. Skips {@linkplain DataFields data} and their length fields.
 *
 * <p>Each step examines eight bytes at once for separators. A message whose {@link FieldLayout} is known is compared with the
 * layout instead. A NUL at the beginning of a field can be taken for a separator, but no message has one there. Reads up to
 * eight bytes beyond the message. One thread at a time. Allocates after the first messages, and if a message is longer or has
 * more fields than any before.
 */
public final class FieldReader {
    /** Action after the last field. */
    public static final int END = -1;

    private static final long SEPARATORS = EightBytes.repeated((char) FixFrame.SEPARATOR);
    private static final long EQUALS_SIGNS = EightBytes.repeated('=');
    private static final int NONE = -1;

    private static final int TYPICAL_FIELDS = 64;
    /** Number of layouts kept, one for each value of the last bits of the message length. */
    private static final int LAYOUTS = 8;
    /** Number of messages before layouts are learned. Most readers never get that far. */
    private static final int MESSAGES_BEFORE_LAYOUTS = 4;

    private final TagTable tags;
    private final Target collector = this::collect;
    private FieldLayout[] layouts = {};
    private int read;
    private byte[] bytes = {};
    /** Fields that were found without a known layout. */
    private long[] found = new long[TYPICAL_FIELDS];

    /**
     * Action, start and end of the value of each field of {@link #wrap}, in one number. Positions count from {@link #base}.
     */
    private long[] fields = found;

    private int base;
    private int count;
    private int next;
    private int valueStart;
    private int valueEnd;
    private int wrongLengthAt = NONE;
    private int wrongLengthEnd;

    /** Receives the fields of a message in order. */
    @FunctionalInterface
    public interface Target {
        /** Receives a field whose tag is in the table. The value ends at the separator. */
        void field(int action, byte[] message, int start, int end);
    }

    /** @param tags the fields to return, with their actions */
    public FieldReader(TagTable tags) {
        this.tags = tags;
    }

    /**
     * Reads the fields of a message. Faster than {@link #next}, because the target becomes part of the loop.
     *
     * @param start of the first field to read
     * @param end after the separator of the last field to read
     */
    public void read(byte[] message, int start, int end, Target target) {
        bytes = message;
        wrongLengthAt = NONE;
        FieldLayout layout = layout(message, start, end);
        if (layout == null) {
            search(message, start, end, target);
            return;
        }
        long[] known = layout.fields;
        for (int i = 0; i < layout.count; i++) {
            long field = known[i];
            int valueAt = start + ((int) (field >>> FieldLayout.PLACE_BITS) & FieldLayout.PLACE_MASK);
            int valueTo = start + ((int) field & FieldLayout.PLACE_MASK);
            target.field((int) (field >>> 2 * FieldLayout.PLACE_BITS), message, valueAt, valueTo);
        }
    }

    /** Returns the known layout of a message, or null. An unknown layout is learned after a few messages. */
    private @Nullable FieldLayout layout(byte[] message, int start, int end) {
        if (layouts.length == 0) {
            if (++read == MESSAGES_BEFORE_LAYOUTS) {
                layouts = Stream.generate(FieldLayout::new).limit(LAYOUTS).toArray(FieldLayout[]::new);
            }
            return null;
        }
        FieldLayout layout = layouts[end - start & LAYOUTS - 1];
        if (layout.fits(message, start, end)) {
            return layout;
        }
        layout.missed(tags, message, start, end);
        return null;
    }

    private void search(byte[] message, int start, int end, Target target) {
        int field = start;
        for (int at = start; at < end; at += EightBytes.LENGTH) {
            long ends = EightBytes.equal(EightBytes.at(message, at), SEPARATORS);
            for (; ends != 0; ends &= ends - 1) {
                int fieldEnd = at + EightBytes.indexOfFirst(ends);
                if (fieldEnd >= end) {
                    return; // beyond the message
                }
                long head = EightBytes.at(message, field);
                long equals = EightBytes.equal(head, EQUALS_SIGNS);
                int action = tags.action(EightBytes.through(head, equals));
                if (action != TagTable.IGNORED) {
                    if (action == TagTable.DATA_LENGTH) {
                        fieldEnd = dataEnd(field, fieldEnd, end);
                        at = fieldEnd - (fieldEnd - at) % EightBytes.LENGTH;
                        ends = EightBytes.from(EightBytes.equal(EightBytes.at(message, at), SEPARATORS), fieldEnd - at);
                    } else {
                        target.field(action, message, field + EightBytes.indexOfFirst(equals) + 1, fieldEnd);
                    }
                }
                field = fieldEnd + 1;
            }
        }
    }

    /** Returns the end of the data. After a wrong length, field boundaries are unknown, so reading stops. */
    private int dataEnd(int field, int fieldEnd, int end) {
        int dataEnd = DataFields.end(bytes, field, fieldEnd, end);
        if (dataEnd != DataFields.WRONG) {
            return dataEnd;
        }
        wrongLengthAt = field;
        wrongLengthEnd = fieldEnd;
        return end - 1;
    }

    /** Moves to a message, whose fields {@link #next} returns. The parameters are as in {@link #read}. */
    public FieldReader wrap(byte[] message, int start, int end) {
        bytes = message;
        wrongLengthAt = NONE;
        next = 0;
        FieldLayout layout = layout(message, start, end);
        if (layout == null) {
            base = 0;
            count = 0;
            search(message, start, end, collector);
            fields = found;
        } else {
            base = start;
            count = layout.count;
            fields = layout.fields;
        }
        return this;
    }

    private void collect(int action, byte[] message, int start, int end) {
        if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = FieldLayout.packed(action, Math.min(start, end), end);
    }

    /** Moves to the next field of the table and returns its action, or {@link #END}. */
    public int next() {
        if (next == count) {
            return END;
        }
        long field = fields[next++];
        valueEnd = base + ((int) field & FieldLayout.PLACE_MASK);
        valueStart = base + ((int) (field >>> FieldLayout.PLACE_BITS) & FieldLayout.PLACE_MASK);
        return (int) (field >>> 2 * FieldLayout.PLACE_BITS);
    }

    /** Returns the tag of the current field, or 0 unless a number of up to seven digits precedes its equals sign. */
    public int tag() {
        int tag = 0;
        int scale = valueStart > 0 && bytes[valueStart - 1] == '=' ? 1 : 0;
        for (int at = valueStart - 2; at >= 0 && bytes[at] >= '0' && bytes[at] <= '9'; at--) {
            tag += scale * (bytes[at] - '0');
            scale *= 10;
        }
        return tag;
    }

    /** Returns the start of the value of the current field. */
    public int valueStart() {
        return valueStart;
    }

    /** Returns the end of the value of the current field, which is the index of its separator. */
    public int valueEnd() {
        return valueEnd;
    }

    /**
     * Returns the bytes and the length of the current value as one number that identifies it. Returns 0 unless the
     * value has one to seven bytes.
     */
    public long shortValue() {
        int length = valueEnd - valueStart;
        return length > 0 && length < EightBytes.LENGTH
                ? EightBytes.first(EightBytes.at(bytes, valueStart), length) | (long) length << 7 * Byte.SIZE
                : 0;
    }

    /** Returns the current value. Allocates. */
    public String text() {
        return new String(bytes, valueStart, valueEnd - valueStart, StandardCharsets.ISO_8859_1);
    }

    /** Returns the single character of the current value, or 0 unless it has exactly one. */
    public char character() {
        return valueEnd - valueStart == 1 ? (char) (bytes[valueStart] & 0xff) : 0;
    }

    /**
     * Returns the digits before the decimal point of the current value, or {@link AsciiNumber#NONE} if it is not such a
     * number.
     */
    public long number() {
        return AsciiNumber.whole(bytes, valueStart, valueEnd);
    }

    /** Returns whether a data length is wrong, which makes the whole message unreliable. */
    public boolean hasWrongLength() {
        return wrongLengthAt != NONE;
    }

    /** Describes the wrong length. Allocates. */
    public String wrongLength() {
        return DataFields.fault(bytes, wrongLengthAt, wrongLengthEnd);
    }
}
