package org.ticktoquote.fix.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Cuts the bytes of one direction of a connection into FIX messages by BodyLength (9) and CheckSum (10), wherever the reads
 * split or merge them.
 *
 * <p>{@link #read} takes the bytes of one read; afterwards the messages that end in it are in {@link #bytes()}, from
 * {@link #start(int)} to {@link #end(int)}, until the next read. Bytes that are no message are one {@link #isGarbage garbage}
 * piece up to where the next message may begin. Pieces of garbage that follow each other are one. An unfinished message is
 * carried over. After {@link #resynchronise()} bytes up to the next sound message are skipped instead. One thread; no
 * allocation, except when a read holds more bytes or messages than any before.
 */
public final class MessageFramer {
    /** Bytes of the longest body that is read. */
    public static final int MAX_LENGTH = 128 * 1024;

    /** Bytes of CheckSum (10), which ends a message. */
    public static final int TRAILER_LENGTH = 7;

    private static final int TYPICAL_BYTES = 2 * 1024;
    private static final int TYPICAL_PIECES = 16;
    private static final byte[] TYPE = "35=".getBytes(StandardCharsets.US_ASCII);

    private final FixFrame frame;
    private final Edge edge;
    private byte[] bytes = new byte[TYPICAL_BYTES];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int framed;
    private int filled;
    private int[] starts = new int[TYPICAL_PIECES];
    private int[] bodies = new int[TYPICAL_PIECES];
    private int[] ends = new int[TYPICAL_PIECES];
    private long[] times = new long[TYPICAL_PIECES];
    /** Ends and times of the reads that the bytes came in. */
    private int[] readEnds = new int[TYPICAL_PIECES];

    private long[] readTimes = new long[TYPICAL_PIECES];
    private int reads;
    private int pieces;
    private int messages;
    private int broken;
    private int garbageBytes;
    private boolean tooLong;
    private boolean resynchronising;

    private MessageFramer(FixFrame frame, Edge edge) {
        this.frame = frame;
        this.edge = edge;
    }

    /** A framer of messages with one BeginString (8), as in {@code FIX.4.4}. */
    public static MessageFramer of(String beginString, Edge edge) {
        return new MessageFramer(FixFrame.of(beginString), edge);
    }

    /** A framer of messages of all versions. */
    public static MessageFramer ofAnyVersion(Edge edge) {
        return new MessageFramer(FixFrame.ofAnyVersion(), edge);
    }

    /**
     * Frames the bytes of one read.
     *
     * @param atNs its time, which may be earlier than that of the read before
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

    /** Discards the unfinished message, and skips what comes up to the next sound message: bytes are missing here. */
    public void resynchronise() {
        framed = filled;
        resynchronising = true;
    }

    /** After the unfinished message, which moves to the front. */
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

    /** Adds the message or the garbage that begins at an index; where it ends, or {@link FixFrame#INCOMPLETE}. */
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

    /** Whether a sound message is not part of the data of another one: after it the next one begins. */
    private boolean standsAlone(int trailer) {
        int body = frame.body();
        return Arrays.equals(bytes, body, body + TYPE.length, TYPE, 0, TYPE.length)
                && frame.mayBegin(bytes, trailer + TRAILER_LENGTH, filled);
    }

    /** Up to where the next message may begin: where the length is right and the checksum is not, after the trailer. */
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
        if (edge == Edge.LAST_BYTE) {
            while (readEnds[read] < end) {
                ns = Math.max(ns, readTimes[++read]);
            }
        }
        return ns;
    }

    /** Holds the pieces of the last read; eight bytes after the last may be read. */
    public byte[] bytes() {
        return bytes;
    }

    /** Over {@link #bytes()}. */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** Messages and garbage pieces that ended in the last read. */
    public int pieces() {
        return pieces;
    }

    /** Messages that ended in the last read. */
    public int messages() {
        return messages;
    }

    /** Beginnings in the last read that led to no message. */
    public int broken() {
        return broken;
    }

    /** Bytes of the last read that belong to no message. */
    public int garbageBytes() {
        return garbageBytes;
    }

    /** Whether the last piece is the beginning of a message that is longer than the limit: nothing more can be framed. */
    public boolean tooLong() {
        return tooLong;
    }

    /** Explains why a piece is garbage; allocates. */
    public String whyGarbage(int piece) {
        return Garbage.text(bytes, starts[piece], filled, frame);
    }

    public boolean isGarbage(int piece) {
        return ends[piece] < 0;
    }

    public int start(int piece) {
        return starts[piece];
    }

    /** Where the body of a message begins: after BodyLength (9). */
    public int body(int piece) {
        return bodies[piece];
    }

    public int end(int piece) {
        int end = ends[piece];
        return end < 0 ? ~end : end;
    }

    /** The time of a piece. */
    public long timeNs(int piece) {
        return times[piece];
    }
}
