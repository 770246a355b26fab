package org.ticktoquote.wire.capture;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * One frame of a capture, in place. Valid during the call that hands it on; then reused for the next frame.
 *
 * <p>The reader of the capture sets the fields. A reader of switch stamps can replace the time and remove bytes at the end.
 * No allocation. One thread at a time.
 */
public final class Frame extends CapturedBytes {
    /** Marks a frame without a valid time. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** Marks an unknown length of the frame check sequence. */
    public static final int UNKNOWN_FCS_LENGTH = -1;

    /** LINKTYPE_ number of pcap. */
    public int linkType;

    /**
     * Length in bytes of the frame check sequence at the end of the captured bytes ({@code if_fcslen}), or {@link #UNKNOWN_FCS_LENGTH}.
     */
    public int fcsLength;

    /** Index of the pcapng interface, counted over all sections; 0 for pcap. */
    public int interfaceIndex;

    /** Position of its record in the unpacked file. */
    public long at;

    /**
     * Position of its bytes in the unpacked file. Used by {@link FrameOrder} and {@link CaptureWindow}. Only the former
     * uses the fields below.
     */
    long start;

    /** Time by which it is sorted. */
    long key;

    boolean isWaiting;

    /** Creates a frame with its own buffer. */
    public Frame() {}

    Frame(UnsafeBuffer buffer) {
        super(buffer);
    }

    /** Returns a copy with its own bytes. */
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
