package org.ticktoquote.wire.stream;

import org.agrona.concurrent.UnsafeBuffer;

/** Bytes of one frame that wait for earlier ones. Reused through {@link Streams#take}. */
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

    long end() {
        return position + length;
    }
}
