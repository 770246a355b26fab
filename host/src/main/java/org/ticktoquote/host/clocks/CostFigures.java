package org.ticktoquote.host.clocks;

import java.util.Arrays;

/**
 * What a reading costs, in nanoseconds per call; each value is the time of a block divided by its calls.
 *
 * @param perCallNs the blocks that count
 * @param histogramNs the same blocks
 * @param coldNs average of the very first blocks in this process, before any compiler saw them; as many as were dropped later
 */
record CostFigures(Series perCallNs, Histogram histogramNs, double coldNs) {
    static CostFigures of(double[] perCallNs, double coldNs) {
        double[] sorted = perCallNs.clone();
        Arrays.sort(sorted);
        return new CostFigures(Series.of(sorted), Histogram.of(sorted), coldNs);
    }
}
