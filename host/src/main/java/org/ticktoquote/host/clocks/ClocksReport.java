package org.ticktoquote.host.clocks;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.host.clocks.ClocksMeasurement.ProcessOrdering;
import org.ticktoquote.host.clocks.CpuOffsetExperiment.CpuOffset;
import org.ticktoquote.host.clocks.IdleRows.IdleRow;
import org.ticktoquote.host.clocks.NativePart.CounterExperiment.CounterFigures;
import org.ticktoquote.host.nativeclock.ClockFacts;

/**
 * Everything that {@code t2q clocks} found, in the shape of its JSON; field names are stable, fields may be added.
 *
 * @param formatVersion of this shape
 * @param about when and where it was measured
 * @param found what was measured
 * @param published figures of others
 * @param interpretation in plain words
 */
record ClocksReport(
        int formatVersion,
        @JsonUnwrapped About about,
        @JsonUnwrapped Found found,
        Published published,
        Interpretation interpretation) {
    /**
     * When, where and how was measured.
     *
     * @param product name and version
     * @param takenAt ISO-8601 UTC
     * @param host facts of the machine, by name
     * @param clockFacts what the machine says about its time
     * @param nativeJava which Java read the native clocks and where it was found, or why none could
     * @param plan what was measured and for how long
     */
    record About(
            String product,
            String takenAt,
            Map<String, String> host,
            ClockFacts clockFacts,
            String nativeJava,
            ClocksPlan plan) {}

    /**
     * What was measured.
     *
     * @param clocks cost, resolution and order of every clock
     * @param offsets of {@code System.nanoTime} between CPUs
     * @param processes whether another process reads the same clock
     * @param counter the processor's counter as a clock
     * @param idle readings on a CPU under several conditions
     */
    record Found(
            ClockTables clocks,
            Measured<List<CpuOffset>> offsets,
            Measured<ProcessOrdering> processes,
            Measured<CounterFigures> counter,
            List<IdleRow> idle) {}

    static final int FORMAT_VERSION = 1;

    /**
     * What {@code t2q clocks} measures, and for how long.
     *
     * @param cost how the cost of a reading is measured
     * @param driftNs how long the drift of the counter is watched
     * @param longestWaitNs the longest sleep after which readings are taken
     */
    record ClocksPlan(CostPlan cost, long driftNs, long longestWaitNs) {

        /**
         * How the cost of a reading is measured.
         *
         * @param blocks timed, each as one
         * @param calls of a block
         * @param dropped results at the beginning that do not count
         * @param warmUpNs how long blocks run untimed before
         */
        record CostPlan(int blocks, int calls, int dropped, long warmUpNs) {}
    }

    /**
     * Figures that others published for the same experiments, to be read beside this machine's.
     *
     * @param cost of a reading
     * @param idle two consecutive readings of {@code CLOCK_REALTIME}
     */
    record Published(List<CostRow> cost, List<IdleStep> idle) {
        /** All that are known. */
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
         * Nanoseconds per call; null where nothing was published.
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
     * The figures of one clock, or why there are none.
     *
     * @param clock its name
     * @param java feature release of the Java that measured
     * @param figures null when something was missing
     * @param missing what; empty when nothing was
     * @param <T> of the figures
     */
    record Measured<T>(String clock, int java, @Nullable T figures, String missing) {

        /** Runs an experiment that throws {@link UnsupportedOperationException} where something is missing. */
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
