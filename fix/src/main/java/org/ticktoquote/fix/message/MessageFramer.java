package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Splits the bytes of one direction of a connection into FIX messages by BodyLength (9) and CheckSum (10), however the reads
 * split or merge them.
 *
 * <p>{@link #read} takes the bytes of one read. Afterwards the messages that end in it are in {@link #bytes()}, from
 * {@link #start(int)} to {@link #end(int)}, until the next read. Bytes that are not a message form one
 * {@link #isGarbage garbage} piece, up to the next possible start of a message. Consecutive pieces of garbage are merged. An
 * unfinished message is carried over. After {@link #resynchronise()}, it is discarded instead, and bytes up to the next
 * sound message are skipped without a garbage piece. One thread at a time. Allocates only if a read has more bytes or
 * messages than any before.
 */
public final class MessageFramer {
    /** Maximum length of a body in bytes. */
    public static final int MAX_LENGTH = 128 * 1024;

    /** Bytes of the CheckSum (10), which ends a message. */
    public static final int TRAILER_LENGTH = 7;

    private static final int TYPICAL_BYTES = 2 * 1024;
    private static final int TYPICAL_PIECES = 16;
    private static final byte[] TYPE = "35=".getBytes(StandardCharsets.US_ASCII);

    private final FixFrame frame;
    private final TimestampEdge edge;
    private byte[] bytes = new byte[TYPICAL_BYTES];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int framed;
    private int filled;
    private int[] starts = new int[TYPICAL_PIECES];
    private int[] bodies = new int[TYPICAL_PIECES];
    private int[] ends = new int[TYPICAL_PIECES];
    private long[] times = new long[TYPICAL_PIECES];
    /** Ends and times of the reads that brought the bytes. */
    private int[] readEnds = new int[TYPICAL_PIECES];

    private long[] readTimes = new long[TYPICAL_PIECES];
    private int reads;
    private int pieces;
    private int messages;
    private int broken;
    private int garbageBytes;
    private boolean tooLong;
    private boolean resynchronising;

    /** Byte of a message whose read determines the message's timestamp. */
    public enum TimestampEdge {
        /** Time of the read that brought the first byte. */
        FIRST_BYTE,
        /** Latest time of all reads that brought bytes of the message. */
        LAST_BYTE
    }

    private MessageFramer(FixFrame frame, TimestampEdge edge) {
        this.frame = frame;
        this.edge = edge;
    }

    /** Creates a framer of messages with one BeginString (8), such as {@code FIX.4.4}. */
    public static MessageFramer of(String beginString, TimestampEdge edge) {
        return new MessageFramer(FixFrame.of(beginString), edge);
    }

    /** Creates a framer of messages of all versions. */
    public static MessageFramer ofAnyVersion(TimestampEdge edge) {
        return new MessageFramer(FixFrame.ofAnyVersion(), edge);
    }

    /**
     * Frames the bytes of one read.
     *
     * @param atNs time of the read, which can be earlier than that of the previous read
     */
    public void read(DirectBuffer read, int offset, int length, long atNs) {
        pieces = 0;
        messages = 0;
        broken = 0;
        garbageBytes = 0;
        append(read, offset, length);
        addRead(atNs);
        while (framed < filled) {
            int end = piece(framed);
            if (end == FixFrame.INCOMPLETE) {
                return;
            }
            framed = end;
        }
    }

    /** Discards the unfinished message and skips up to the next sound message. Called when bytes are missing. */
    public void resynchronise() {
        framed = filled;
        tooLong = false;
        resynchronising = true;
    }

    /** Appends to the unfinished message, which moves to the front. */
    private void append(DirectBuffer read, int offset, int length) {
        int carried = filled - framed;
        int needed = carried + length + EightBytes.LENGTH;
        byte[] from = bytes;
        if (needed > bytes.length) {
            bytes = new byte[BitUtil.findNextPositivePowerOfTwo(needed)];
            buffer.wrap(bytes);
        }
        if (carried > 0) {
            System.arraycopy(from, framed, bytes, 0, carried);
            carryReads();
        } else {
            reads = 0;
        }
        read.getBytes(offset, bytes, carried, length);
        framed = 0;
        filled = carried + length;
    }

    private void carryReads() {
        int kept = 0;
        for (int i = 0; i < reads; i++) {
            if (readEnds[i] > framed) {
                readEnds[kept] = readEnds[i] - framed;
                readTimes[kept++] = readTimes[i];
            }
        }
        reads = kept;
    }

    private void addRead(long atNs) {
        if (reads == readEnds.length) {
            readEnds = Arrays.copyOf(readEnds, 2 * reads);
            readTimes = Arrays.copyOf(readTimes, 2 * reads);
        }
        readEnds[reads] = filled;
        readTimes[reads++] = atNs;
    }

    /** Adds the message or garbage that begins at an index. Returns its end, or {@link FixFrame#INCOMPLETE}. */
    private int piece(int start) {
        int trailer = frame.trailer(bytes, start, filled);
        if (trailer == FixFrame.INCOMPLETE) {
            return trailer;
        }
        boolean sound = trailer >= 0 && FixFrame.checkSumAgrees(bytes, start, trailer);
        if (resynchronising && !(sound && standsAlone(trailer))) {
            return frame.nextBegin(bytes, start + 1, filled);
        }
        resynchronising = false;
        if (!sound) {
            return garbage(start, trailer);
        }
        int end = trailer + TRAILER_LENGTH;
        add(start, end);
        messages++;
        return end;
    }

    /**
     * Returns whether a sound message stands alone rather than inside another message's data. Its body then begins with
     * MsgType (35), and another message can begin after it.
     */
    private boolean standsAlone(int trailer) {
        int body = frame.body();
        return Arrays.equals(bytes, body, body + TYPE.length, TYPE, 0, TYPE.length)
                && frame.mayBegin(bytes, trailer + TRAILER_LENGTH, filled);
    }

    /**
     * Adds the garbage up to the next possible start of a message. If only the checksum is wrong, the search starts after the
     * trailer.
     */
    private int garbage(int start, int trailer) {
        boolean endless = trailer == FixFrame.TOO_LONG;
        tooLong |= endless;
        int from = trailer < 0 ? start + 1 : trailer + TRAILER_LENGTH;
        int end = endless ? filled : frame.nextBegin(bytes, from, filled);
        if (broken > 0 && !endless && isGarbage(pieces - 1)) {
            ends[pieces - 1] = ~end;
        } else {
            add(start, ~end);
        }
        broken++;
        garbageBytes += end - start;
        return end;
    }

    private void add(int start, int end) {
        if (pieces == starts.length) {
            starts = Arrays.copyOf(starts, 2 * pieces);
            bodies = Arrays.copyOf(bodies, 2 * pieces);
            ends = Arrays.copyOf(ends, 2 * pieces);
            times = Arrays.copyOf(times, 2 * pieces);
        }
        starts[pieces] = start;
        bodies[pieces] = frame.body();
        ends[pieces] = end;
        times[pieces] = time(start, end < 0 ? ~end : end);
        pieces++;
    }

    private long time(int start, int end) {
        int read = 0;
        while (readEnds[read] <= start) {
            read++;
        }
        long ns = readTimes[read];
        if (edge == TimestampEdge.LAST_BYTE) {
            while (readEnds[read] < end) {
                ns = Math.max(ns, readTimes[++read]);
            }
        }
        return ns;
    }

    /** Returns the array with the pieces of the last read. Eight bytes after the last piece are readable. */
    public byte[] bytes() {
        return bytes;
    }

    public DirectBuffer buffer() {
        return buffer;
    }

    /** Returns the number of messages and garbage pieces that ended in the last read. */
    public int pieces() {
        return pieces;
    }

    /** Returns the number of messages that ended in the last read. */
    public int messages() {
        return messages;
    }

    /** Returns the number of possible message starts in the last read at which no message was found. */
    public int broken() {
        return broken;
    }

    /** Returns the number of bytes in the last read that belong to no message. */
    public int garbageBytes() {
        return garbageBytes;
    }

    /**
     * Returns whether the last piece is the beginning of a message that is longer than the limit. No further message can be
     * framed then before {@link #resynchronise}.
     */
    public boolean tooLong() {
        return tooLong;
    }

    /** Explains why a piece is garbage. Allocates. */
    public String whyGarbage(int piece) {
        return frame.whyGarbled(bytes, starts[piece], filled);
    }

    public boolean isGarbage(int piece) {
        return ends[piece] < 0;
    }

    public int start(int piece) {
        return starts[piece];
    }

    /** Returns the start of the body of a message, which is after BodyLength (9). */
    public int body(int piece) {
        return bodies[piece];
    }

    public int end(int piece) {
        int end = ends[piece];
        return end < 0 ? ~end : end;
    }

    public long timeNs(int piece) {
        return times[piece];
    }
}
