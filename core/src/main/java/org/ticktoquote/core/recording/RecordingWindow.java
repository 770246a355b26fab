package org.ticktoquote.core.recording;

/**
 * A stretch of a recording in venue time, ns since 1970-01-01 UTC.
 *
 * @param fromNs first moment that belongs to it
 * @param toNs first moment that does not belong to it any more
 */
public record RecordingWindow(long fromNs, long toNs) {
    /** Everything there can be. */
    public static final RecordingWindow ALL = new RecordingWindow(Long.MIN_VALUE, Long.MAX_VALUE);

    public RecordingWindow {
        if (toNs <= fromNs) {
            throw new IllegalArgumentException("a window must end after its begin: " + fromNs + ".." + toNs);
        }
    }

    public boolean contains(long venueTimeNs) {
        return venueTimeNs >= fromNs && venueTimeNs < toNs;
    }
}
