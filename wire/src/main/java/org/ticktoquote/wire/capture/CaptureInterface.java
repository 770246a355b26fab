package org.ticktoquote.wire.capture;

/** An interface of a pcapng, or the whole of a pcap. */
final class CaptureInterface {
    private final int index;
    private final int linkType;
    private final int fcsLength;
    private final long snapLength;
    private final TimeUnits units;
    private long reportedDrops;
    private long dropsBetween;

    /**
     * With nothing dropped.
     *
     * @param fcsLength {@link Frame#fcsLength}
     * @param snapLength bytes of a frame at most; 0 without a limit
     */
    CaptureInterface(int index, int linkType, int fcsLength, long snapLength, TimeUnits units) {
        this.index = index;
        this.linkType = linkType;
        this.fcsLength = fcsLength;
        this.snapLength = snapLength;
        this.units = units;
    }

    int index() {
        return index;
    }

    int linkType() {
        return linkType;
    }

    int fcsLength() {
        return fcsLength;
    }

    long snapLength() {
        return snapLength;
    }

    TimeUnits units() {
        return units;
    }

    /** Notes what its statistics say: frames dropped since the capture began. */
    void dropped(long sinceBegin) {
        reportedDrops = Math.max(reportedDrops, sinceBegin);
    }

    /** Notes frames that were dropped since the frame before. */
    void droppedBetween(long frames) {
        dropsBetween += frames;
    }

    /** Frames that were dropped. Statistics and single frames report the same ones. */
    long drops() {
        return Math.max(reportedDrops, dropsBetween);
    }
}
