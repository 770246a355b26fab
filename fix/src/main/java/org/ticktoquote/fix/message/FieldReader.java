package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the fields of a message in place. {@linkplain DataFields Data} and the fields that announce their length are
 * skipped.
 *
 * <p>Each step looks at eight bytes at once for separators; a message whose {@link FieldLayout} is known is compared with that
 * instead. A NUL at the beginning of a field may be taken for a separator,
 * which no message has. Reads up to eight bytes beyond the message. One thread; no
 * allocation, except after the first messages, and when a message is longer or has more fields than any before.
 */
public final class FieldReader {
    /** The action after the last field. */
    public static final int END = -1;

    private static final long SEPARATORS = EightBytes.repeated((char) FixFrame.SEPARATOR);
    private static final long EQUALS_SIGNS = EightBytes.repeated('=');
    private static final int NONE = -1;

    private static final int TYPICAL_FIELDS = 64;
    /** Layouts that are known at a time, by the last bits of their lengths. */
    private static final int LAYOUTS = 8;
    /** The first messages, for which none is learned: most readers have no more. */
    private static final int FEW = 4;

    private final TagTable tags;
    private final Target collector = this::collect;
    private FieldLayout[] layouts = {};
    private int read;
    private byte[] bytes = {};
    /** Fields that were found where no layout was known. */
    private long[] found = new long[TYPICAL_FIELDS];

    /** Action, start and end of the value of each field of {@link #wrap}, in one number; positions count from {@link #base}. */
    private long[] fields = found;

    private int base;
    private int count;
    private int next;
    private int valueStart;
    private int valueEnd;
    private int wrongLengthAt = NONE;
    private int wrongLengthEnd;

    /** Takes the fields of a message, one after another. */
    @FunctionalInterface
    public interface Target {
        /** A field that the table knows; its value ends at its separator. */
        void field(int action, byte[] message, int start, int end);
    }

    /** @param tags the fields to stop at, and the actions that are taken for them */
    public FieldReader(TagTable tags) {
        this.tags = tags;
    }

    /**
     * Reads the fields of a message. Quicker than {@link #next}: the target becomes part of the loop.
     *
     * @param start of its first field to be read
     * @param end after the separator of the last field to be read
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

    /** The known layout that a message has; null for none, which is learned where it may come again. */
    private @Nullable FieldLayout layout(byte[] message, int start, int end) {
        if (layouts.length == 0) {
            if (++read == FEW) {
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
                    return; // whatever is stored there
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

    /** After a wrong length field boundaries are unknown: the message ends there. */
    private int dataEnd(int field, int fieldEnd, int end) {
        int dataEnd = DataFields.end(bytes, field, fieldEnd, end);
        if (dataEnd != DataFields.WRONG) {
            return dataEnd;
        }
        wrongLengthAt = field;
        wrongLengthEnd = fieldEnd;
        return end - 1;
    }

    /** Moves to a message, whose fields {@link #next} gives; the parameters are those of {@link #read}. */
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

    /** Moves to the next field that the table knows and returns its action, or {@link #END}. */
    public int next() {
        if (next == count) {
            return END;
        }
        long field = fields[next++];
        valueEnd = base + ((int) field & FieldLayout.PLACE_MASK);
        valueStart = base + ((int) (field >>> FieldLayout.PLACE_BITS) & FieldLayout.PLACE_MASK);
        return (int) (field >>> 2 * FieldLayout.PLACE_BITS);
    }

    /** The tag of the current field; 0 where no number of up to seven digits stands before its equals sign. */
    public int tag() {
        int tag = 0;
        int scale = valueStart > 0 && bytes[valueStart - 1] == '=' ? 1 : 0;
        for (int at = valueStart - 2; at >= 0 && bytes[at] >= '0' && bytes[at] <= '9'; at--) {
            tag += scale * (bytes[at] - '0');
            scale *= 10;
        }
        return tag;
    }

    /** Where the value of the current field begins. */
    public int valueStart() {
        return valueStart;
    }

    /** Where it ends: its separator. */
    public int valueEnd() {
        return valueEnd;
    }

    /** The bytes of the current value and their number where these are up to seven, which tells it from any other one; else 0. */
    public long shortValue() {
        int length = valueEnd - valueStart;
        return length > 0 && length < EightBytes.LENGTH
                ? EightBytes.first(EightBytes.at(bytes, valueStart), length) | (long) length << 7 * Byte.SIZE
                : 0;
    }

    /** The current value; allocates. */
    public String text() {
        return new String(bytes, valueStart, valueEnd - valueStart, StandardCharsets.ISO_8859_1);
    }

    /** The single character of the current value, or 0 where it has another number of them. */
    public char character() {
        return valueEnd - valueStart == 1 ? (char) (bytes[valueStart] & 0xff) : 0;
    }

    /** The digits before the decimal point of the current value; {@link AsciiNumber#NONE} where it is not such a number. */
    public long number() {
        return AsciiNumber.whole(bytes, valueStart, valueEnd);
    }

    /** Whether a length of data is wrong, so that nothing of the message is reliable. */
    public boolean hasWrongLength() {
        return wrongLengthAt != NONE;
    }

    /** Describes the wrong length; allocates. */
    public String wrongLength() {
        return DataFields.fault(bytes, wrongLengthAt, wrongLengthEnd);
    }
}
