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
     * @param start index of the first field to read
     * @param end index after the separator of the last field to read
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

    /**
     * Positions of the fields of one message. They are valid for every message of the same length with the same tags and
     * separators at the same positions. Compares eight bytes at a time, without a search.
     *
     * <p>Messages with {@linkplain DataFields data} or with a field without a tag have no layout. Reads up to eight bytes beyond
     * a message. One thread at a time. Allocates only if a layout is longer than any before.
     */
    private static final class FieldLayout {
        /** Bits of a position in {@link #fields}. */
        static final int PLACE_BITS = 28;

        static final int PLACE_MASK = (1 << PLACE_BITS) - 1;

        private static final int MAX_LENGTH = 1024;
        private static final int NONE = -1;
        private static final long SEPARATORS = EightBytes.repeated((char) FixFrame.SEPARATOR);
        private static final int TYPICAL_FIELDS = 16;
        private static final int TYPICAL_WORDS = 64;

        /** Number of messages that do not fit, after which the layout of the last of them is learned. */
        private static final int MISSES = 4;

        private int length = NONE;
        private int misses = MISSES - 1;
        /** Two words for every eight bytes of the message: its tag and separator bytes, and their mask. */
        private long[] words = new long[TYPICAL_WORDS];

        /**
         * Action, start and end of the value of each known field, in one number. Positions count from the start of the first
         * field.
         */
        long[] fields = new long[TYPICAL_FIELDS];

        int count;

        boolean fits(byte[] bytes, int start, int end) {
            if (end - start != length) {
                return false;
            }
            long[] known = words;
            int word = 0;
            int at = start;
            for (; at <= end - EightBytes.LENGTH; at += EightBytes.LENGTH) {
                if (differing(EightBytes.at(bytes, at), known[word], known[word + 1]) != 0) {
                    return false;
                }
                word += 2;
            }
            return at == end
                    || EightBytes.first(differing(EightBytes.at(bytes, at), known[word], known[word + 1]), end - at)
                            == 0;
        }

        /** Returns the bits of tags and separators that differ, and of other bytes that are separators. */
        private static long differing(long found, long known, long fixed) {
            return (found ^ known) & fixed | EightBytes.equal(found, SEPARATORS) & ~fixed;
        }

        /** Counts a message that did not fit. After enough of them, learns the layout of the last. */
        void missed(TagTable tags, byte[] bytes, int start, int end) {
            if (++misses < MISSES || end - start > MAX_LENGTH) {
                return;
            }
            misses = 0;
            length = NONE;
            if (learn(tags, bytes, start, end)) {
                length = end - start;
            }
        }

        private boolean learn(TagTable tags, byte[] bytes, int start, int end) {
            int needed = 2 * ((end - start + EightBytes.LENGTH - 1) / EightBytes.LENGTH);
            words = words.length < needed ? new long[2 * needed] : words;
            Arrays.fill(words, 0);
            count = 0;
            int field = start;
            while (field < end) {
                long head = EightBytes.at(bytes, field);
                int equals = field + EightBytes.indexOfFirst(EightBytes.equal(head, EightBytes.repeated('=')));
                int separator = field;
                while (separator < end && bytes[separator] != FixFrame.SEPARATOR) {
                    separator++;
                }
                boolean tagged = equals < separator && equals < field + EightBytes.LENGTH && bytes[field] != 0;
                if (!tagged || separator == end) {
                    return false;
                }
                int action = tags.action(EightBytes.through(head, EightBytes.equal(head, EightBytes.repeated('='))));
                if (action == TagTable.DATA_LENGTH) {
                    return false;
                }
                if (action != TagTable.IGNORED) {
                    add(action, equals + 1 - start, separator - start);
                }
                for (int at = field; at <= equals; at++) {
                    fix(bytes, start, at);
                }
                fix(bytes, start, separator);
                field = separator + 1;
            }
            return true;
        }

        private void add(int action, int from, int to) {
            if (count == fields.length) {
                fields = Arrays.copyOf(fields, 2 * count);
            }
            fields[count++] = packed(action, from, to);
        }

        private void fix(byte[] bytes, int start, int at) {
            int word = (at - start) / EightBytes.LENGTH * 2;
            int shift = (at - start) % EightBytes.LENGTH * Byte.SIZE;
            words[word] |= (bytes[at] & 0xffL) << shift;
            words[word + 1] |= 0xffL << shift;
        }

        static long packed(int action, int start, int end) {
            return ((long) action << PLACE_BITS | start) << PLACE_BITS | end;
        }
    }
}
