package org.ticktoquote.core.hiccup;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.HdrHistogram.Histogram;

/**
 * Delays of all scheduled wakes so far, in nanoseconds.
 *
 * <p>A missed wake counts as the time until the thread ran again, so a long stall adds one delay per scheduled wake.
 * Percentiles are highest equivalent values of a histogram with three significant digits. The maximum is exact.
 *
 * @param wakes number of scheduled wake-ups
 * @param intervalNs time between wakes
 * @param delays one delay per percentile
 * @param journalled hiccups written to the journal
 * @param unrecorded hiccups above the threshold that were not written to a journal
 * @param thresholdNs threshold of the journal at the end
 * @param failure reason of the journal's early end, empty if there was none
 */
public record HiccupSummary(
        long wakes,
        long intervalNs,
        @JsonUnwrapped DelayPercentiles delays,
        long journalled,
        long unrecorded,
        long thresholdNs,
        String failure) {
    static HiccupSummary of(Histogram delays, long maxNs, HiccupRecorder hiccups) {
        HiccupJournal journal = hiccups.journal();
        return new HiccupSummary(
                delays.getTotalCount(),
                hiccups.intervalNs(),
                DelayPercentiles.of(delays, maxNs),
                journal.recorded(),
                journal.unrecorded(),
                journal.thresholdNs(),
                journal.failure());
    }
}
