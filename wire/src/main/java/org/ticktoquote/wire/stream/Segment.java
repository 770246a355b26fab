package org.ticktoquote.wire.stream;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Bytes of one frame that wait for earlier ones. Used again ({@link Pool}). */
final class Segment {
    /** Most bytes of one; a longer frame takes several. */
    static final int MAX_BYTES = 2048;

    final UnsafeBuffer bytes = new UnsafeBuffer(new byte[MAX_BYTES]);
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

    private Segment() {}

    long end() {
        return position + length;
    }

    /** Segments that are used again and again; makes one where none is left. */
    static final class Pool {
        final long most;
        private final List<Segment> free = new ArrayList<>();
        long used;

        Pool(long bytes) {
            most = bytes / MAX_BYTES;
        }

        Segment take() {
            used++;
            return free.isEmpty() ? new Segment() : free.remove(free.size() - 1);
        }

        void give(Segment segment) {
            used--;
            free.add(segment);
        }
    }
}
