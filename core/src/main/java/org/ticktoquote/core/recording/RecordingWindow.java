package org.ticktoquote.core.recording;

/**
 * A part of a recording in venue time, ns since 1970-01-01 UTC.
 *
 * @param fromNs first nanosecond in the window
 * @param toNs first nanosecond after the window
 */
public record RecordingWindow(long fromNs, long toNs) {
    /** Contains every time. */
    public static final RecordingWindow ALL = new RecordingWindow(Long.MIN_VALUE, Long.MAX_VALUE);

    public RecordingWindow {
        if (toNs <= fromNs) {
            throw new IllegalArgumentException("a window must end after its start: " + fromNs + ".." + toNs);
        }
    }

    public boolean contains(long venueTimeNs) {
        return venueTimeNs >= fromNs && venueTimeNs < toNs;
    }
}
