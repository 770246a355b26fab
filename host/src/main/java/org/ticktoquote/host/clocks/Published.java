package org.ticktoquote.host.clocks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures that others published for the same experiments, to be read beside this machine's.
 *
 * @param cost of a reading
 * @param idle two consecutive readings of {@code CLOCK_REALTIME}
 */
record Published(List<CostRow> cost, List<IdleRow> idle) {
    /** All that are known. */
    static final Published ROWS = new Published(
            List.of(
                    new CostRow("gettimeofday, Intel Nehalem", 29.06, 296.02, 67.27, 7.33, 85.30, 278.58),
                    new CostRow("gettimeofday, POWER7, dedicated", 46.29, 81.58, 56.95, 1.36, 58.74, 73.99),
                    new CostRow("gettimeofday, a later Intel desktop", 24.55, 1034.45, 31.11, null, null, null),
                    averageOnly("clock_gettime, compiled with optimisation", 22.2),
                    averageOnly("TSC, compiled with optimisation", 7.6),
                    averageOnly("the comparison compiled without optimisation", 34.2)),
            List.of(new IdleRow("idle machine", 113), new IdleRow("while another process spins", 58)));

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
    record IdleRow(String condition, double stepNs) {}

    private static CostRow averageOnly(String experiment, double ns) {
        return new CostRow(experiment, null, null, ns, null, null, null);
    }
}
