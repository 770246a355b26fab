package org.ticktoquote.host.trace;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel says of the ring buffer of one CPU ({@code per_cpu/cpuN/stats}).
 *
 * @param overwritten events that had no room any more
 * @param oldestNs moment of the first one that is there
 */
record TraceStatistics(long overwritten, long oldestNs) {
    private static final Pattern OVERRUN = Pattern.compile("(?m)^overrun: (\\d{1,18})$");
    private static final Pattern OLDEST = Pattern.compile("(?m)^oldest event ts: +(\\d{1,9}\\.\\d{1,9})$");
    private static final int NS_DIGITS_OF_SECOND = 9;

    static TraceStatistics of(String text) {
        Matcher overrun = OVERRUN.matcher(text);
        Matcher oldest = OLDEST.matcher(text);
        return new TraceStatistics(
                overrun.find() ? Long.parseLong(overrun.group(1)) : 0,
                oldest.find()
                        ? new BigDecimal(oldest.group(1))
                                .movePointRight(NS_DIGITS_OF_SECOND)
                                .longValue()
                        : 0);
    }

    /** From when on nothing is missing; 0 where nothing was overwritten. */
    long wholeFromNs() {
        return overwritten == 0 ? 0 : oldestNs;
    }
}
