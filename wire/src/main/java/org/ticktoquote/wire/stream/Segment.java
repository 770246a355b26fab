package org.ticktoquote.wire.stream;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Bytes of one frame that wait for earlier ones. Reused through {@link Pool}. */
final class Segment {
    /** Maximum bytes per segment; a longer frame takes several. */
    static final int MAX_BYTES = 2048;

    final UnsafeBuffer bytes = new UnsafeBuffer(new byte[MAX_BYTES]);
    long position;
    int length;
    long timeNs;
    long number;
    /** True if the capture truncated its bytes. It can then be longer than {@link #MAX_BYTES}. */
    boolean cut;
    /** True for a single byte after a gap: a keep-alive or data. */
    boolean doubtful;

    private Segment() {}

    long end() {
        return position + length;
    }

    /** Pool of segments; allocates if it is empty. */
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
