package org.ticktoquote.wire.capture;

/** An interface of a pcapng, or the whole of a pcap: what its frames have in common, how their times count, and its drops. */
final class CaptureInterface {
    static final int MICROSECONDS = 6;
    static final int NANOSECONDS = 9;

    private static final long NS_PER_S = 1_000_000_000;
    private static final long LAST_SECOND = Long.MAX_VALUE / NS_PER_S - 1;
    private static final int BINARY = 0x80;
    private static final int MAX_DECIMALS = 18;
    private static final int MAX_BITS = 62;

    final int index;
    final int linkType;
    final int fcsLength;
    /** Bytes of a frame at most; 0 without a limit. */
    final long snapLength;

    private final long unitsPerSecond;
    private final long offsetS;
    private long reportedDrops;
    private long dropsBetween;

    /**
     * With nothing dropped.
     *
     * @param fcsLength {@link Frame#fcsLength}
     * @param resolution {@code if_tsresol} of pcapng: units of a second as an exponent of 10, or, with its highest bit, of 2
     * @param offsetS seconds to be added to every time
     */
    CaptureInterface(int index, int linkType, int fcsLength, long snapLength, int resolution, long offsetS) {
        this.index = index;
        this.linkType = linkType;
        this.fcsLength = fcsLength;
        this.snapLength = snapLength;
        boolean isBinary = (resolution & BINARY) != 0;
        this.unitsPerSecond = (long) Math.pow(isBinary ? 2 : 10, resolution & ~BINARY); // exact
        this.offsetS = offsetS;
    }

    /** Returns whether a number of units of this resolution fits in 64 bits. */
    static boolean isResolution(int resolution) {
        return (resolution & ~BINARY) <= ((resolution & BINARY) == 0 ? MAX_DECIMALS : MAX_BITS);
    }

    /** A time that is one unsigned number of units; ns since 1970-01-01 UTC, or {@link Frame#NO_TIME}. */
    long ns(long units) {
        if (unitsPerSecond == NS_PER_S && offsetS == 0 && units >= 0) {
            return units;
        }
        return ns(Long.divideUnsigned(units, unitsPerSecond), Long.remainderUnsigned(units, unitsPerSecond));
    }

    /**
     * A time in seconds and units below a second; ns since 1970-01-01 UTC, cut off, or {@link Frame#NO_TIME} where the fraction
     * is a second or more, or the time no number of nanoseconds.
     */
    long ns(long seconds, long fraction) {
        long whole = seconds + offsetS;
        boolean overflow = ((seconds ^ whole) & (offsetS ^ whole)) < 0;
        if (isBad(fraction) || overflow || whole < 0 || whole > LAST_SECOND) {
            return Frame.NO_TIME;
        }
        long part = fraction;
        long parts = unitsPerSecond;
        while (parts > Long.MAX_VALUE / NS_PER_S) { // its last digits are far below a nanosecond
            int base = parts % 10 == 0 ? 10 : 2;
            part /= base;
            parts /= base;
        }
        return whole * NS_PER_S + part * NS_PER_S / parts;
    }

    /** Returns whether a fraction of a second is a second or more. */
    boolean isBad(long fraction) {
        return fraction >= unitsPerSecond;
    }

    /**
     * Takes drops. Statistics and single frames report the same ones. Returns how many more are known now.
     *
     * @param sinceBegin of the capture, as statistics have them
     * @param between the frame before and this one
     */
    long drops(long sinceBegin, long between) {
        long before = Math.max(reportedDrops, dropsBetween);
        reportedDrops = Math.max(reportedDrops, sinceBegin);
        dropsBetween += between;
        return Math.max(reportedDrops, dropsBetween) - before;
    }
}
