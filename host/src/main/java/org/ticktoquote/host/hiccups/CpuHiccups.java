package org.ticktoquote.host.hiccups;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.ticktoquote.core.hiccup.Delays;

/**
 * What one meter found on one CPU, in nanoseconds.
 *
 * <p>All are highest equivalent values of a histogram with three significant digits, of the delays counted.
 *
 * @param cpu its number
 * @param meter {@code wake-up} (delays of all scheduled wakes) or {@code spin-gap} (gaps above the threshold)
 * @param measuredNs how long it measured
 * @param count delays
 * @param delays by percentile
 * @param sumNs of all gaps: time that was taken from the loop; 0 for wake-ups
 * @param timelineNs the longest delay of each interval of the measurement
 * @param trouble what was not granted; empty when all was
 */
public record CpuHiccups(
        int cpu,
        String meter,
        long measuredNs,
        long count,
        @JsonUnwrapped Delays delays,
        long sumNs,
        List<Long> timelineNs,
        String trouble) {
    public CpuHiccups {
        timelineNs = List.copyOf(timelineNs);
    }

    /** Share of the time that gaps took. */
    double lostPercent() {
        return measuredNs == 0 ? 0 : 100.0 * sumNs / measuredNs;
    }
}
