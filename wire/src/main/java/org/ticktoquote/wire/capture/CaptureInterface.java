package org.ticktoquote.wire.capture;

/** Interface of a pcapng file, or a whole pcap file: properties of its frames, resolution of its times, and drops. */
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
    /** Maximum length of a frame in bytes. */
    final long snapLength;

    private final long unitsPerSecond;
    private final long offsetS;
    private long reportedDrops;
    private long dropsBetween;

    /**
     * Creates an interface without drops.
     *
     * @param fcsLength {@link Frame#fcsLength}
     * @param snapLength maximum length of a frame in bytes; 0 for no limit
     * @param resolution {@code if_tsresol} of pcapng: units of a second as a negative exponent of 10, or of 2 if its highest
     *     bit is set
     * @param offsetS seconds to add to every time
     */
    CaptureInterface(int index, int linkType, int fcsLength, long snapLength, int resolution, long offsetS) {
        this.index = index;
        this.linkType = linkType;
        this.fcsLength = fcsLength;
        this.snapLength = snapLength == 0 ? Long.MAX_VALUE : snapLength;
        boolean isBinary = (resolution & BINARY) != 0;
        this.unitsPerSecond = (long) Math.pow(isBinary ? 2 : 10, resolution & ~BINARY); // exact
        this.offsetS = offsetS;
    }

    /** Returns whether times of this resolution fit in 64 bits. */
    static boolean isResolution(int resolution) {
        return (resolution & ~BINARY) <= ((resolution & BINARY) == 0 ? MAX_DECIMALS : MAX_BITS);
    }

    /** Converts a time in units to ns since 1970-01-01 UTC. The number of units is unsigned. */
    long ns(long units) {
        if (unitsPerSecond == NS_PER_S && offsetS == 0 && units >= 0) {
            return units;
        }
        return ns(Long.divideUnsigned(units, unitsPerSecond), Long.remainderUnsigned(units, unitsPerSecond));
    }

    /**
     * Converts seconds and units below a second to ns since 1970-01-01 UTC, truncated. Returns {@link Frame#NO_TIME} if the
     * fraction is a second or more, or if the time is before 1970 or too large for 64 bits.
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

    boolean isBad(long fraction) {
        return fraction >= unitsPerSecond;
    }

    /**
     * Adds drops; returns the increase of the known drops. Statistics and packet blocks report the same drops, so the larger
     * count applies.
     *
     * @param sinceBegin total since the start of the capture, from statistics
     * @param between drops between the previous frame and this one
     */
    long drops(long sinceBegin, long between) {
        long before = Math.max(reportedDrops, dropsBetween);
        reportedDrops = Math.max(reportedDrops, sinceBegin);
        dropsBetween += between;
        return Math.max(reportedDrops, dropsBetween) - before;
    }
}
