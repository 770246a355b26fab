package org.ticktoquote.wire.capture;

import java.util.ArrayList;
import java.util.List;

/** Counts of the frames of a capture and of its faults. Live: they change with every frame that is read. */
public final class CaptureCounts {
    public long frames;

    /** Frames that the capture truncated. */
    public long cutFrames;

    /** Frames that were captured after frames with later timestamps and were sorted. */
    public long reordered;

    /** Frames passed on after frames with later timestamps, because they arrived after the sorting window. */
    public long late;

    /** Single frames whose timestamps are far ahead of their neighbours'. They are passed on without a time. */
    public long ahead;

    /** Frames without a time, including {@link #badFractions}. */
    public long untimed;

    /** Frames whose fraction of a second is a second or more. */
    public long badFractions;

    /** Frames that the file reports as dropped during the capture. */
    public long drops;

    /** Descriptions of files that end within a record. */
    public final List<String> cuts = new ArrayList<>();
}
