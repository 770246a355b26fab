package org.ticktoquote.host.hiccups;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.hiccup.Delays;
import org.ticktoquote.host.hiccups.HiccupsResult.MeterKind;

/**
 * A measurement as JSON holds it; field names are stable.
 *
 * @param startedAt ISO-8601 UTC
 * @param product that measured
 * @param durationNs of each kind of meter
 * @param wakeIntervalNs between scheduled wake-ups
 * @param gapThresholdNs of spin gaps
 * @param timelineIntervalNs between points of a timeline
 * @param hostFingerprint hash of the host's fingerprint
 * @param cpus one for each CPU and meter
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

    /** What one kind of meter found, by CPU. */
    List<CpuHiccups> of(MeterKind kind) {
        return cpus.stream().filter(one -> one.meter().equals(kind.word())).toList();
    }

    /** The sum in a sentence. */
    String worst() {
        return cpus.stream()
                .max(Comparator.comparingLong(one -> one.delays().maxNs()))
                .map(one -> "The longest delay is "
                        + DurationText.format(one.delays().maxNs()) + ": CPU " + one.cpu() + ", " + one.meter() + ".")
                .orElse("Nothing was measured.");
    }

    /** As JSON. */
    public String json() {
        try {
            return WRITER.writeValueAsString(this);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

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
    record CpuHiccups(
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

    /** What a meter measures. */
    public enum MeterKind {
        /** How late a sleeping thread wakes up, on an absolute schedule. */
        WAKE_UP,
        /** For how long a thread that never sleeps is kept off its CPU. */
        SPIN_GAP;

        /** As in options and results: {@code wake-up}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * What is measured.
     *
     * @param cpus one meter of each kind on each
     * @param kinds one after the other
     * @param durationNs of each kind
     * @param wakeIntervalNs between scheduled wake-ups
     * @param gapThresholdNs gaps below are the clock reads themselves
     */
    public record HiccupsPlan(
            List<Integer> cpus, List<MeterKind> kinds, long durationNs, long wakeIntervalNs, long gapThresholdNs) {
        /** Points of the timeline. */
        static final int INTERVALS = 40;
        /** The shortest measurement that makes sense. */
        public static final long SHORTEST_NS = 100_000_000;

        public HiccupsPlan {
            cpus = List.copyOf(cpus);
            kinds = List.copyOf(kinds);
        }

        long intervalNs() {
            return Math.max(1, durationNs / INTERVALS);
        }
    }
}
