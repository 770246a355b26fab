package org.ticktoquote.host.clocks;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.clocks.ClocksMeasurement.ProcessOrdering;
import org.ticktoquote.host.clocks.CpuOffsetExperiment.CpuOffset;
import org.ticktoquote.host.clocks.IdleMeasurements.IdleMeasurement;
import org.ticktoquote.host.clocks.NativeClockMeasurements.CounterFigures;
import org.ticktoquote.host.nativeclock.ClockFacts;

/**
 * Result of {@code t2q clocks}, as written to JSON. Field names are stable; new fields can be added.
 *
 * @param formatVersion version of the JSON format
 * @param product name and version
 * @param takenAt ISO-8601 UTC
 * @param host facts of the host, by name
 * @param clockFacts clock sources and counter flags that the host reports
 * @param nativeJava the Java that read the native clocks and its location, or the reason why there was none
 * @param plan measurements and durations
 * @param clocks cost, resolution and ordering of every clock
 * @param offsets {@code System.nanoTime} differences between CPUs
 * @param processes ordering of readings across processes
 * @param counter the processor's counter as a clock
 * @param idle readings on a CPU under several conditions
 * @param published figures published by others
 * @param interpretation conclusions in plain words
 */
record ClocksReport(
        int formatVersion,
        String product,
        String takenAt,
        Map<String, String> host,
        ClockFacts clockFacts,
        String nativeJava,
        ClocksPlan plan,
        ClockMeasurements clocks,
        Measured<List<CpuOffset>> offsets,
        Measured<ProcessOrdering> processes,
        Measured<CounterFigures> counter,
        List<IdleMeasurement> idle,
        Published published,
        Interpretation interpretation) {
    static final int FORMAT_VERSION = 1;

    /**
     * Plan of the measurements.
     *
     * @param cost settings for the time that one reading takes
     * @param driftNs observation time of the counter's drift
     * @param longestWaitNs longest sleep before a reading
     */
    record ClocksPlan(CostPlan cost, long driftNs, long longestWaitNs) {

        /**
         * Plan of the cost measurement.
         *
         * @param blocks number of timed blocks
         * @param calls number of calls per block
         * @param dropped blocks at the beginning that do not count
         * @param warmUpNs duration of the untimed blocks before the measured ones
         */
        record CostPlan(int blocks, int calls, int dropped, long warmUpNs) {}
    }

    /**
     * Figures published by others for the same experiments, for comparison.
     *
     * @param cost time that one reading takes
     * @param idle two consecutive readings of {@code CLOCK_REALTIME}
     */
    record Published(List<CostRow> cost, List<IdleStep> idle) {
        static final Published ROWS = new Published(
                List.of(
                        new CostRow("gettimeofday, Intel Nehalem", 29.06, 296.02, 67.27, 7.33, 85.30, 278.58),
                        new CostRow("gettimeofday, POWER7, dedicated", 46.29, 81.58, 56.95, 1.36, 58.74, 73.99),
                        new CostRow("gettimeofday, a later Intel desktop", 24.55, 1034.45, 31.11, null, null, null),
                        averageOnly("clock_gettime, compiled with optimisation", 22.2),
                        averageOnly("TSC, compiled with optimisation", 7.6),
                        averageOnly("the comparison compiled without optimisation", 34.2)),
                List.of(new IdleStep("idle machine", 113), new IdleStep("while another process spins", 58)));

        /**
         * Nanoseconds per call; null if not published.
         *
         * @param experiment call and machine
         */
        record CostRow(
                String experiment,
                @Nullable Double minNs,
                @Nullable Double maxNs,
                double averageNs,
                @Nullable Double standardDeviationNs,
                @Nullable Double p99Ns,
                @Nullable Double p99_99Ns) {}

        /** Nanoseconds between two readings. */
        record IdleStep(String condition, double stepNs) {}

        private static CostRow averageOnly(String experiment, double ns) {
            return new CostRow(experiment, null, null, ns, null, null, null);
        }
    }

    /**
     * Figures of one clock, or the reason why there are none.
     *
     * @param clock its name
     * @param java feature release of the Java that measured
     * @param figures null if the clock could not be measured
     * @param missing reason; empty if there are figures
     * @param <T> type of the figures
     */
    record Measured<T>(String clock, int java, @Nullable T figures, String missing) {

        /** Runs an experiment. The message of an {@link UnsupportedOperationException} becomes the reason. */
        static <T> Measured<T> of(String clock, Supplier<T> experiment) {
            int java = Runtime.version().feature();
            try {
                return new Measured<>(clock, java, experiment.get(), "");
            } catch (UnsupportedOperationException e) {
                return missing(clock, String.valueOf(e.getMessage()));
            }
        }

        static <T> Measured<T> missing(String clock, String reason) {
            return new Measured<>(clock, Runtime.version().feature(), null, reason);
        }
    }
}
