package org.ticktoquote.fix.message;

import java.util.Arrays;

/**
 * Positions of the fields of one message. They are valid for every message of the same length with the same tags and
 * separators at the same positions. Compares eight bytes at a time, without a search.
 *
 * <p>Messages with {@linkplain DataFields data} or with a field without a tag have no layout. Reads up to eight bytes beyond
 * a message. One thread at a time. Allocates only if a layout is longer than any before.
 */
final class FieldLayout {
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
                || EightBytes.first(differing(EightBytes.at(bytes, at), known[word], known[word + 1]), end - at) == 0;
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
