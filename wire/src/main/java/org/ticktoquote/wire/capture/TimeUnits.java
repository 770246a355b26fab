package org.ticktoquote.wire.capture;

import java.util.OptionalInt;

/**
 * How times of a capture count: a power of ten or of two of a second, and what is added to them.
 *
 * @param unitsPerSecond above 0, at most 2^62
 * @param offsetS seconds to be added to every time
 */
record TimeUnits(long unitsPerSecond, long offsetS) {
    static final TimeUnits MICROSECONDS = new TimeUnits(1_000_000, 0);
    static final TimeUnits NANOSECONDS = new TimeUnits(1_000_000_000, 0);

    private static final long NS_PER_S = 1_000_000_000;
    private static final long LAST_SECOND = Long.MAX_VALUE / NS_PER_S - 1;
    private static final int BINARY = 0x80;
    private static final int MOST_DECIMALS = 18;
    private static final int MOST_BITS = 62;

    /** The exponent that pcapng writes as {@code if_tsresol}, as units; empty where there are no such. */
    static OptionalInt exponent(int resolution) {
        int exponent = resolution & ~BINARY;
        return exponent <= ((resolution & BINARY) == 0 ? MOST_DECIMALS : MOST_BITS)
                ? OptionalInt.of(exponent)
                : OptionalInt.empty();
    }

    /** Units of an {@code if_tsresol} that {@link #exponent} knows. */
    static long unitsPerSecond(int resolution) {
        if ((resolution & BINARY) != 0) {
            return 1L << (resolution & ~BINARY);
        }
        long units = 1;
        for (int i = 0; i < resolution; i++) {
            units *= 10;
        }
        return units;
    }

    /** A time that is one unsigned number of units; ns since 1970-01-01 UTC, or {@link Frame#NO_TIME}. */
    long ns(long units) {
        if (unitsPerSecond == NS_PER_S && offsetS == 0 && units >= 0) {
            return units;
        }
        long seconds = Long.divideUnsigned(units, unitsPerSecond);
        return fractionNs(seconds, Long.remainderUnsigned(units, unitsPerSecond));
    }

    /**
     * A time in seconds and units below a second; ns since 1970-01-01 UTC, cut off, or {@link Frame#NO_TIME} where the
     * fraction is a second or more, or the time no number of nanoseconds.
     */
    long fractionNs(long seconds, long fraction) {
        long whole = seconds + offsetS;
        boolean overflow = ((seconds ^ whole) & (offsetS ^ whole)) < 0;
        if (fraction >= unitsPerSecond || overflow || whole < 0 || whole > LAST_SECOND) {
            return Frame.NO_TIME;
        }
        return whole * NS_PER_S + fractionNs(fraction);
    }

    private long fractionNs(long fraction) {
        long part = fraction;
        long parts = unitsPerSecond;
        while (parts > Long.MAX_VALUE / NS_PER_S) { // its last bits are far below a nanosecond
            int base = (parts & 1) == 0 && Long.bitCount(parts) == 1 ? 2 : 10;
            part /= base;
            parts /= base;
        }
        return part * NS_PER_S / parts;
    }
}
