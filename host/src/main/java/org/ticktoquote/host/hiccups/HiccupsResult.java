package org.ticktoquote.host.hiccups;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.hiccup.DelayPercentiles;
import org.ticktoquote.host.hiccups.HiccupsResult.MeterKind;

/**
 * Result of a hiccup measurement, as written to JSON. Field names are stable.
 *
 * @param startedAt ISO-8601 UTC
 * @param product name and version of t2q
 * @param durationNs duration of each kind of meter
 * @param wakeIntervalNs time between two scheduled wake-ups
 * @param gapThresholdNs threshold for spin gaps
 * @param timelineIntervalNs time between two points of a timeline
 * @param hostFingerprint hash of the host's fingerprint
 * @param cpus one per CPU and meter
 */
public record HiccupsResult(
        String startedAt,
        String product,
        long durationNs,
        long wakeIntervalNs,
        long gapThresholdNs,
        long timelineIntervalNs,
        String hostFingerprint,
        List<CpuHiccups> cpus) {
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writerWithDefaultPrettyPrinter();

    public HiccupsResult {
        cpus = List.copyOf(cpus);
    }

    List<CpuHiccups> of(MeterKind kind) {
        return cpus.stream().filter(one -> one.meter().equals(kind.word())).toList();
    }

    /** Returns a sentence about the longest delay. */
    String worst() {
        return cpus.stream()
                .max(Comparator.comparingLong(one -> one.delays().maxNs()))
                .map(one -> "The longest delay is "
                        + DurationText.format(one.delays().maxNs()) + ": CPU " + one.cpu() + ", " + one.meter() + ".")
                .orElse("Nothing was measured.");
    }

    public String json() {
        try {
            return WRITER.writeValueAsString(this);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Delays of one meter on one CPU, in nanoseconds.
     *
     * <p>Delays are highest equivalent values of a histogram with three significant digits.
     *
     * @param cpu CPU number
     * @param meter {@code wake-up} (delays of all scheduled wakes) or {@code spin-gap} (gaps above the threshold)
     * @param measuredNs duration of the measurement
     * @param count number of delays
     * @param delays one delay per percentile
     * @param sumNs total time taken by gaps; 0 for wake-ups
     * @param timelineNs longest delay of each interval of the measurement
     * @param trouble settings that the system refused; empty if none
     */
    record CpuHiccups(
            int cpu,
            String meter,
            long measuredNs,
            long count,
            @JsonUnwrapped DelayPercentiles delays,
            long sumNs,
            List<Long> timelineNs,
            String trouble) {
        public CpuHiccups {
            timelineNs = List.copyOf(timelineNs);
        }

        /** Returns the share of time taken by gaps. */
        double lostPercent() {
            return measuredNs == 0 ? 0 : 100.0 * sumNs / measuredNs;
        }
    }

    /** Kind of meter. */
    public enum MeterKind {
        /** Measures how late a sleeping thread wakes up, on an absolute schedule. */
        WAKE_UP,
        /** Measures how long a thread that never sleeps is kept off its CPU. */
        SPIN_GAP;

        /** Returns the word used in options and results, as in {@code wake-up}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Plan of a measurement.
     *
     * @param cpus CPUs that each get one meter of each kind
     * @param kinds kinds of meter, used one after the other
     * @param durationNs duration of each kind of meter
     * @param wakeIntervalNs time between two scheduled wake-ups
     * @param gapThresholdNs threshold below which gaps are attributed to the clock read and not counted
     */
    public record HiccupsPlan(
            List<Integer> cpus, List<MeterKind> kinds, long durationNs, long wakeIntervalNs, long gapThresholdNs) {
        /** Number of points of a timeline. */
        static final int INTERVALS = 40;
        /** Shortest meaningful measurement. */
        public static final long MIN_NS = 100_000_000;

        public HiccupsPlan {
            cpus = List.copyOf(cpus);
            kinds = List.copyOf(kinds);
        }

        long intervalNs() {
            return Math.max(1, durationNs / INTERVALS);
        }
    }
}
