package org.ticktoquote.wire.stream;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Bytes of one frame that wait for earlier ones. Used again ({@link Pool}). */
final class Segment {
    /** Most bytes of one; a longer frame takes several. */
    static final int MAX_BYTES = 2048;

    private static final UnsafeBuffer NO_BYTES = new UnsafeBuffer(0, 0);

    private final UnsafeBuffer block = new UnsafeBuffer(new byte[MAX_BYTES]);

    long position;
    int length;
    long timeNs;
    long number;
    /** When it was captured, by a clock that exists where {@link #timeNs} does not. */
    long seenNs;
    /** The capture cut its bytes off; it can be longer than a block. */
    boolean cut;
    /** One byte behind a gap: a keep-alive or data. */
    boolean doubtful;

    @Nullable
    Segment before;

    @Nullable
    Segment after;

    private Segment() {}

    DirectBuffer bytes() {
        return cut ? NO_BYTES : block;
    }

    long end() {
        return position + length;
    }

    void copy(DirectBuffer source, int offset) {
        block.putBytes(0, source, offset, length);
    }

    /** Segments that are used again and again; makes one where none is left. */
    static final class Pool {
        private final long most;
        private @Nullable Segment free;
        private long used;

        Pool(long bytes) {
            most = bytes / MAX_BYTES;
        }

        boolean isEmpty() {
            return used >= most;
        }

        long used() {
            return used;
        }

        Segment take() {
            used++;
            Segment segment = free;
            if (segment == null) {
                return new Segment();
            }
            free = segment.after;
            segment.after = null;
            segment.cut = false;
            segment.doubtful = false;
            return segment;
        }

        void give(Segment segment) {
            used--;
            segment.before = null;
            segment.after = free;
            free = segment;
        }
    }
}
