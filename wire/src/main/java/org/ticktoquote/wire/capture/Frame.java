package org.ticktoquote.wire.capture;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * One frame of a capture, in place: valid during the call that hands it on, and then used again for the next one.
 *
 * <p>Whoever hands it on sets the fields; a reader of switch stamps may set another time and take bytes off its end. No
 * allocation; one thread at a time.
 */
public final class Frame extends CapturedBytes {
    /** No time is known, or the file has one that cannot be. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** The length of the frame check sequence at the end of the captured bytes is not said. */
    public static final int UNSAID = -1;

    /** A LINKTYPE_ number of pcap. */
    public int linkType;

    /** Bytes of the frame check sequence at its end as the file says ({@code if_fcslen}), or {@link #UNSAID}. */
    public int fcsLength;

    /** Of pcapng, counted over all sections; else 0. */
    public int interfaceIndex;

    /** Byte of the unpacked file at which its record begins. */
    public long at;

    /** Where its bytes are in the unpacked file; {@link FrameOrder} alone uses it, and what follows. */
    long start;

    /** The time by which it is sorted. */
    long key;

    boolean isWaiting;

    /** A frame with a buffer of its own. */
    public Frame() {
        this(new UnsafeBuffer(0, 0));
    }

    Frame(UnsafeBuffer buffer) {
        super(buffer);
    }

    /** A copy of its own. */
    public Frame copy() {
        Frame copy = new Frame(new UnsafeBuffer(new byte[length]));
        copy.copyBytes(this);
        copy.linkType = linkType;
        copy.fcsLength = fcsLength;
        copy.interfaceIndex = interfaceIndex;
        copy.at = at;
        return copy;
    }
}
