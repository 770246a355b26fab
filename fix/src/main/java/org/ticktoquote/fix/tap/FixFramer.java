package org.ticktoquote.fix.tap;

import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Cuts the bytes of one connection into FIX messages, whatever the reads split or merge, and reads their fields.
 *
 * <p>{@link #read} takes the bytes of one read; afterwards the messages that end in it stand in {@link #bytes()}, from
 * {@link #start(int)} to {@link #end(int)}, and their fields in {@link #fields(int)}, until the next read. Bytes that are
 * no message are one {@link #garbage garbage} piece up to where the next message may begin. An unfinished message is
 * carried over. Pieces of garbage that follow each other are one. One thread; no allocation, except when a read holds
 * more bytes or messages than any before.
 */
final class FixFramer {
    private static final int TYPICAL_BYTES = 16 * 1024;
    private static final int TYPICAL_PIECES = 16;

    private final SnapshotForm form;
    private final byte[] begin;
    private byte[] bytes = new byte[TYPICAL_BYTES];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int framed;
    private int filled;
    private int[] starts = {};
    private int[] ends = {};
    private FixFields[] fields = {};
    private int pieces;
    private int messages;
    private int broken;
    private int garbageBytes;
    private boolean tooLong;

    FixFramer(SnapshotForm form) {
        this.form = form;
        this.begin = form.begin();
        makeRoomForPieces(TYPICAL_PIECES);
    }

    /** Frames the bytes of one read; a message that is longer than the limit ends it. */
    void read(DirectBuffer read, int offset, int length) {
        pieces = 0;
        messages = 0;
        broken = 0;
        garbageBytes = 0;
        append(read, offset, length);
        while (framed < filled) {
            int end = piece(framed);
            if (end == FixFrame.INCOMPLETE) {
                return;
            }
            framed = end;
        }
    }

    /** Behind the unfinished message, which moves to the front. */
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
        }
        read.getBytes(offset, bytes, carried, length);
        framed = 0;
        filled = carried + length;
    }

    /** Adds the message or the garbage that begins at an index; where it ends, or {@link FixFrame#INCOMPLETE}. */
    private int piece(int start) {
        int trailer = FixFrame.trailer(bytes, start, filled, begin);
        if (trailer == FixFrame.INCOMPLETE) {
            return trailer;
        }
        if (trailer < 0 || !FixFrame.checkSumAgrees(bytes, start, trailer)) {
            return garbage(start, trailer);
        }
        int end = trailer + FixFrame.TRAILER_LENGTH;
        add(start, end);
        fields[pieces - 1].read(bytes, start, trailer);
        messages++;
        return end;
    }

    /** Up to where the next message may begin: where the length is right and the checksum is not, behind the trailer. */
    private int garbage(int start, int trailer) {
        boolean endless = trailer == FixFrame.TOO_LONG;
        tooLong |= endless;
        int from = trailer < 0 ? start + 1 : trailer + FixFrame.TRAILER_LENGTH;
        int end = endless ? filled : FixFrame.nextBegin(bytes, from, filled, begin);
        if (broken > 0 && !endless && garbage(pieces - 1)) {
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
            makeRoomForPieces(2 * pieces);
        }
        starts[pieces] = start;
        ends[pieces] = end;
        pieces++;
    }

    private void makeRoomForPieces(int most) {
        starts = Arrays.copyOf(starts, most);
        ends = Arrays.copyOf(ends, most);
        int had = fields.length;
        fields = Arrays.copyOf(fields, most);
        for (int i = had; i < most; i++) {
            fields[i] = new FixFields(form);
        }
    }

    byte[] bytes() {
        return bytes;
    }

    /** Over {@link #bytes()}. */
    DirectBuffer buffer() {
        return buffer;
    }

    /** Messages and garbage pieces that ended in the last read. */
    int pieces() {
        return pieces;
    }

    /** Messages that ended in the last read. */
    int messages() {
        return messages;
    }

    /** Beginnings in the last read that led to no message. */
    int broken() {
        return broken;
    }

    /** Bytes of the last read that belong to no message. */
    int garbageBytes() {
        return garbageBytes;
    }

    /** Whether the last piece is the beginning of a message that is longer than the limit: nothing can be framed any more. */
    boolean tooLong() {
        return tooLong;
    }

    /** Why a piece is garbage; allocates. */
    String whyGarbage(int piece) {
        return Garbage.text(bytes, starts[piece], filled, form.beginString());
    }

    boolean garbage(int piece) {
        return ends[piece] < 0;
    }

    /** Of a piece that is no garbage. */
    FixFields fields(int piece) {
        return fields[piece];
    }

    int start(int piece) {
        return starts[piece];
    }

    int end(int piece) {
        int end = ends[piece];
        return end < 0 ? ~end : end;
    }
}
