package org.ticktoquote.fix.message;

/**
 * Walks over the fields of a message in place. {@linkplain DataFields Data} and the fields that announce their length are
 * skipped.
 *
 * <p>Each step looks at eight bytes at once for separators. A NUL at the beginning of a field may be taken for a separator,
 * which no message has. Reads up to eight bytes beyond the message. One thread; no allocation.
 */
public final class FieldReader {
    /** The action after the last field. */
    public static final int END = -1;

    private static final long SEPARATORS = EightBytes.repeated((char) FixFrame.SEPARATOR);
    private static final long EQUALS_SIGNS = EightBytes.repeated('=');
    private static final int NONE = -1;

    private final TagTable tags;
    private byte[] bytes = {};
    private int limit;
    private int field;
    private int word;
    private long separators;
    private int valueStart;
    private int valueEnd;
    private int wrongLengthAt = NONE;
    private int wrongLengthEnd;

    /** @param tags the fields to stop at, and the actions that {@link #next} returns for them */
    public FieldReader(TagTable tags) {
        this.tags = tags;
    }

    /**
     * Moves to a message.
     *
     * @param start of its first field to be read
     * @param end after the separator of the last field to be read
     */
    public FieldReader wrap(byte[] message, int start, int end) {
        bytes = message;
        limit = end;
        field = start;
        word = start;
        separators = EightBytes.equal(EightBytes.at(message, start), SEPARATORS);
        wrongLengthAt = NONE;
        return this;
    }

    /** Moves to the next field that the table knows and returns its action, or {@link #END}. */
    public int next() {
        byte[] in = bytes;
        int at = word;
        int begin = field;
        long ends = separators;
        while (true) {
            while (ends == 0) {
                at += EightBytes.LENGTH;
                if (at >= limit) {
                    return end();
                }
                ends = EightBytes.equal(EightBytes.at(in, at), SEPARATORS);
            }
            int end = at + EightBytes.indexOfFirst(ends);
            if (end >= limit) {
                return end();
            }
            ends &= ends - 1;
            long head = EightBytes.at(in, begin);
            long equals = EightBytes.equal(head, EQUALS_SIGNS);
            int action = tags.action(EightBytes.through(head, equals));
            if (action == TagTable.DATA_LENGTH) {
                end = dataEnd(in, begin, end);
                if (end == DataFields.WRONG) {
                    return end();
                }
                at = end - (end - at) % EightBytes.LENGTH;
                ends = EightBytes.from(EightBytes.equal(EightBytes.at(in, at), SEPARATORS), end - at);
                ends &= ends - 1;
            } else if (action != TagTable.IGNORED) {
                valueStart = Math.min(begin + EightBytes.indexOfFirst(equals) + 1, end);
                valueEnd = end;
                field = end + 1;
                word = at;
                separators = ends;
                return action;
            }
            begin = end + 1;
        }
    }

    private int end() {
        separators = 0;
        word = limit;
        return END;
    }

    /** After a wrong length, field boundaries are unknown: the message ends there. */
    private int dataEnd(byte[] in, int begin, int end) {
        int dataEnd = DataFields.end(in, begin, end, limit);
        if (dataEnd == DataFields.WRONG) {
            wrongLengthAt = begin;
            wrongLengthEnd = end;
        }
        return dataEnd;
    }

    /** The tag of the current field; 0 where no number of up to seven digits stands before its equals sign. */
    public int tag() {
        int tag = 0;
        int scale = bytes[valueStart - 1] == '=' ? 1 : 0;
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
