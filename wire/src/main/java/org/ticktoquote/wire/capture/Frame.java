package org.ticktoquote.wire.capture;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * One frame of a capture, in place: valid during the call that hands it on, and then used again for the next one.
 *
 * <p>Whoever hands it on sets the fields; a reader of switch stamps may set another time and take bytes off its end. No
 * allocation; one thread at a time.
 */
public final class Frame {
    /** No time is known, or the file has one that cannot be. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** The length of the frame check sequence at the end of the captured bytes is not said. */
    public static final int UNSAID = -1;

    /** Holds the captured bytes from {@link #offset} on. */
    public final UnsafeBuffer buffer;

    /** Where it begins in the buffer. */
    public int offset;

    /** Bytes that the capture has of it. */
    public int length;

    /** Bytes that it had on the wire. */
    public int wireLength;

    /** When it was captured, ns since 1970-01-01 UTC, or {@link #NO_TIME}. */
    public long timeNs;

    /** The capture's own time, where {@link #timeNs} is a switch's. Set together with that one. */
    public long captureNs;

    /** A LINKTYPE_ number of pcap. */
    public int linkType;

    /** Bytes of the frame check sequence at its end as the file says ({@code if_fcslen}), or {@link #UNSAID}. */
    public int fcsLength;

    /** Of pcapng, counted over all sections; else 0. */
    public int interfaceIndex;

    /** Its number in the capture, from 1, as other tools count. */
    public long number;

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
        this.buffer = buffer;
    }
}
