package org.ticktoquote.wire.packet;

import org.ticktoquote.wire.capture.CapturedBytes;

/** Position within a frame at which the next header is read, and the ends of the captured bytes. No allocation. */
abstract class HeaderCursor extends CapturedBytes {
    /** Live counts of the frames so far. */
    public final PacketCounts counts = new PacketCounts();

    /** End of the captured bytes. */
    int end;

    /** End of the bytes on the wire. */
    int wireEnd;

    boolean frameIsCut;

    /** Reused, so that no frame allocates. */
    private final Unreadable unreadable = new Unreadable();

    /** Thrown to stop reading a frame that has been counted. */
    static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Unreadable() {
            super("a frame cannot be read", null, false, false);
        }
    }

    /** Stops reading the frame if fewer bytes were captured. */
    void require(int length) {
        if (offset + length > end) {
            counts.headless += frameIsCut ? 1 : 0;
            counts.malformed += frameIsCut ? 0 : 1;
            throw unreadable;
        }
    }

    /** Stops reading the frame if headers contradict each other. */
    void check(boolean sound) {
        if (!sound) {
            counts.malformed++;
            throw unreadable;
        }
    }

    /** Skips a header; returns the kind of the next one. */
    int passed(int length, int kind) {
        offset += length;
        return kind;
    }

    /** Sets the end of the current packet; the bytes after it are padding. */
    void end(int after) {
        wireEnd = after;
        end = Math.min(end, after);
    }
}
