package org.ticktoquote.wire.capture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames of a capture, and its faults.
 *
 * @param frames that were read
 * @param bytes that the capture has of them
 * @param cutFrames frames that the capture has a part of only
 * @param snapLength longest frame that the capture was to keep whole, as the file reports it; 0 where it reports none
 * @param reordered frames that followed others of later times, and were put in order
 * @param late frames that were handed on after others of later times, since they came later than the window in which frames
 *     are sorted; also a frame that is alone far ahead of its neighbours
 * @param untimed frames without a time, those with a bad fraction included
 * @param badFractions frames with a fraction of a second that is a second or more
 * @param drops frames that the file reports as dropped while it was captured
 * @param cuts files that end within a record
 */
public record CaptureCounts(
        long frames,
        long bytes,
        long cutFrames,
        long snapLength,
        long reordered,
        long late,
        long untimed,
        long badFractions,
        long drops,
        List<Cut> cuts) {
    public CaptureCounts {
        cuts = List.copyOf(cuts);
    }

    /**
     * The end of a file within a record.
     *
     * @param at where the record begins in the unpacked file
     */
    public record Cut(Path file, long at) {}

    /** Of both. */
    CaptureCounts and(CaptureCounts other) {
        List<Cut> both = new ArrayList<>(cuts);
        both.addAll(other.cuts);
        return new CaptureCounts(
                frames + other.frames,
                bytes + other.bytes,
                cutFrames + other.cutFrames,
                Math.max(snapLength, other.snapLength),
                reordered + other.reordered,
                late + other.late,
                untimed + other.untimed,
                badFractions + other.badFractions,
                drops + other.drops,
                both);
    }

    /** Whether every file ends with a whole record. */
    public boolean whole() {
        return cuts.isEmpty();
    }
}
