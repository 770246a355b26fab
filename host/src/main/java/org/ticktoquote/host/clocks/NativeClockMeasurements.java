package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ticktoquote.core.clock.WaitStrategy;
import org.ticktoquote.host.clocks.ClocksReport.ClocksPlan;
import org.ticktoquote.host.clocks.ClocksReport.Measured;
import org.ticktoquote.host.clocks.CpuOffsetExperiment.CpuOffset;
import org.ticktoquote.host.nativeclock.ClockFacts;
import org.ticktoquote.host.nativeclock.CycleCounter;
import org.ticktoquote.host.nativeclock.TickCalibration;
import org.ticktoquote.host.nativeclock.TickCalibration.BracketedRead;
import org.ticktoquote.host.nativeclock.TscClock;

/**
 * Measurements of native clocks, taken in this process or in a child process on a newer Java.
 *
 * @param tables measurements of the native clocks
 * @param counter the processor's counter, used as a clock
 */
record NativeClockMeasurements(ClockMeasurements tables, Measured<CounterFigures> counter) {
    private static final String COUNTER = "processor's counter";

    /** Measures the native clocks that this Java can read. The other clocks get a reason. */
    static NativeClockMeasurements measure(ClocksPlan plan, AllowedCpus cpus, Consumer<String> stage) {
        ClockFacts facts = ClockFacts.ofThisMachine();
        List<BracketedRead> reads;
        try {
            reads = CounterFigures.calibrationReads(stage);
        } catch (UnsupportedOperationException e) {
            return withoutCounter(plan, cpus, stage, facts, 1, String.valueOf(e.getMessage()));
        }
        double nsPerTick = TickCalibration.of(reads).nsPerTick();
        if (!facts.invariant()) {
            String reason = "it is not invariant (constant_tsc, nonstop_tsc): no calibration holds";
            return withoutCounter(plan, cpus, stage, facts, nsPerTick, reason);
        }
        return withCounter(plan, cpus, stage, facts, reads, nsPerTick);
    }

    private static NativeClockMeasurements withoutCounter(
            ClocksPlan plan,
            AllowedCpus cpus,
            Consumer<String> stage,
            ClockFacts facts,
            double nsPerTick,
            String reason) {
        ClockMeasurements tables =
                ClockMeasurements.measure(Clock.nativeClocks(facts, nsPerTick), plan.cost(), cpus, stage);
        return new NativeClockMeasurements(tables, Measured.missing(COUNTER, reason));
    }

    private static NativeClockMeasurements withCounter(
            ClocksPlan plan,
            AllowedCpus cpus,
            Consumer<String> stage,
            ClockFacts facts,
            List<BracketedRead> reads,
            double nsPerTick) {
        List<Clock> clocks = new ArrayList<>(Clock.nativeClocks(facts, nsPerTick));
        Clock ordered = Clock.counter(CycleCounter.ordered(facts.architecture()), facts, nsPerTick);
        try (TscClock steered = new TscClock(facts)) {
            clocks.add(Clock.steered(steered));
            ClockMeasurements tables = ClockMeasurements.measure(clocks, plan.cost(), cpus, stage);
            return new NativeClockMeasurements(
                    tables,
                    Measured.of(COUNTER, () -> CounterFigures.measure(reads, steered, ordered, plan, cpus, stage)));
        }
    }

    /**
     * The processor's counter as a clock.
     *
     * @param calibration length of a tick against {@code System.nanoTime}
     * @param drift deviation of a clock that keeps that calibration
     * @param offsets differences between CPUs
     * @param steered error of the recalibrated clock over the same time
     */
    record CounterFigures(
            TickCalibration calibration, Drift drift, Measured<List<CpuOffset>> offsets, Steered steered) {
        private static final long CALIBRATION_NS = TimeUnit.SECONDS.toNanos(1);
        private static final int READS = 200;
        private static final int ATTEMPTS = 8;

        /**
         * Takes the reads of the first calibration, which provides the tick length for the other experiments.
         *
         * @throws UnsupportedOperationException with the reason if the counter cannot be read
         */
        static List<BracketedRead> calibrationReads(Consumer<String> stage) {
            if (!TscClock.missing().isEmpty()) {
                throw new UnsupportedOperationException(TscClock.missing());
            }
            return reads(CALIBRATION_NS, READS, "calibrating the counter", stage);
        }

        /** Measures the drift from a calibration while a steered clock runs, and bounds the offset between CPUs. */
        static CounterFigures measure(
                List<BracketedRead> calibrationReads,
                TscClock steered,
                Clock counter,
                ClocksPlan plan,
                AllowedCpus cpus,
                Consumer<String> stage) {
            TickCalibration calibration = TickCalibration.of(calibrationReads);
            BracketedRead origin = calibrationReads.get(calibrationReads.size() - 1);
            List<BracketedRead> reads = reads(plan.driftNs(), READS, "drift of the counter", stage);
            Drift drift = Drift.of(origin, calibration, reads);
            stage.accept("offset between CPUs");
            return new CounterFigures(
                    calibration,
                    drift,
                    Measured.of(counter.name(), () -> CpuOffsetExperiment.measure(counter, cpus)),
                    new Steered(drift.durationNs(), steered.errorBoundNs(), steered.worstErrorBoundNs()));
        }

        private static List<BracketedRead> reads(long durationNs, int count, String what, Consumer<String> stage) {
            List<BracketedRead> reads = new ArrayList<>(count);
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                long due = start + durationNs / count * (i + 1);
                stage.accept(what + ", " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " of "
                        + TimeUnit.NANOSECONDS.toSeconds(durationNs) + " s");
                WaitStrategy.parkUntil(due);
                reads.add(BracketedRead.best(TscClock::ticks, System::nanoTime, ATTEMPTS));
            }
            return reads;
        }

        /**
         * Drift from {@code System.nanoTime} of a clock that is calibrated once.
         *
         * @param durationNs duration of the observation
         * @param ppm drift rate
         * @param worstNs largest deviation seen
         * @param points measured deviations in time order
         */
        record Drift(long durationNs, double ppm, double worstNs, List<Point> points) {
            static Drift of(BracketedRead origin, TickCalibration calibration, List<BracketedRead> reads) {
                List<Point> points = new ArrayList<>();
                double zero = origin.middleNs(origin.beforeNs());
                for (BracketedRead read : reads) {
                    double predicted = zero + (read.ticks() - origin.ticks()) * calibration.nsPerTick();
                    double deviation = predicted - read.middleNs(origin.beforeNs());
                    points.add(new Point(read.beforeNs() - origin.beforeNs(), deviation));
                }
                double ppm =
                        (calibration.nsPerTick() / TickCalibration.of(reads).nsPerTick() - 1) * 1e6;
                double worst = points.stream()
                        .mapToDouble(point -> Math.abs(point.deviationNs()))
                        .max()
                        .orElse(0);
                return new Drift(reads.get(reads.size() - 1).beforeNs() - origin.beforeNs(), ppm, worst, points);
            }

            double nsPerMinute() {
                return ppm * 60_000;
            }
        }

        /** Deviation at a time after the calibration. */
        record Point(long afterNs, double deviationNs) {}

        /**
         * Error of the recalibrated clock.
         *
         * @param durationNs duration of the observation
         * @param errorBoundNs bound at the end
         * @param worstErrorBoundNs largest bound of any recalibration
         */
        record Steered(long durationNs, double errorBoundNs, double worstErrorBoundNs) {}
    }
}
