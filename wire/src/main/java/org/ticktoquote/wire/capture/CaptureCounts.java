package org.ticktoquote.wire.capture;

import java.util.ArrayList;
import java.util.List;

/** Frames of a capture, and its faults. Live: they change with every frame that is read. */
public final class CaptureCounts {
    /** Frames that were read. */
    public long frames;

    /** Bytes that the capture has of them. */
    public long bytes;

    /** Frames that the capture has a part of only. */
    public long cutFrames;

    /** Longest frame that the capture was to keep whole, as the file reports it; 0 where it reports none. */
    public long snapLength;

    /** Frames that followed others of later times, and were put in order. */
    public long reordered;

    /**
     * Frames that were handed on after others of later times, since they came later than the window in which frames are sorted;
     * also a frame that is alone far ahead of its neighbours.
     */
    public long late;

    /** Frames without a time, those with a bad fraction included. */
    public long untimed;

    /** Frames with a fraction of a second that is a second or more. */
    public long badFractions;

    /** Frames that the file reports as dropped while it was captured. */
    public long drops;

    /** In words: where files end within a record. */
    public final List<String> cuts = new ArrayList<>();
}
