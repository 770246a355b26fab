package org.ticktoquote.host.clocks;

import java.util.List;
import org.ticktoquote.host.nativeclock.TickCalibration;

/**
 * What the processor's counter is worth as a clock.
 *
 * @param calibration length of a tick against {@code System.nanoTime}
 * @param drift of a clock that keeps that calibration
 * @param offsets between CPUs
 * @param steered the recalibrated clock beside it
 */
record CounterFigures(TickCalibration calibration, Drift drift, Measured<List<CpuOffset>> offsets, Steered steered) {

    /**
     * How a clock that was calibrated once runs away from {@code System.nanoTime}.
     *
     * @param durationNs watched
     * @param ppm rate at which it goes wrong
     * @param worstNs largest deviation seen
     * @param points in the order of time
     */
    record Drift(long durationNs, double ppm, double worstNs, List<Point> points) {
        /** What the rate makes of a minute. */
        double nsPerMinute() {
            return ppm * 60_000;
        }
    }

    /** The deviation at a time after the calibration. */
    record Point(long afterNs, double deviationNs) {}

    /**
     * How wrong the recalibrated clock was.
     *
     * @param durationNs watched
     * @param errorBoundNs at the end
     * @param worstErrorBoundNs of any recalibration
     */
    record Steered(long durationNs, double errorBoundNs, double worstErrorBoundNs) {}
}
