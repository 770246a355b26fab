package org.ticktoquote.host.clocks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ticktoquote.host.nativeclock.BracketedRead;
import org.ticktoquote.host.nativeclock.TickCalibration;
import org.ticktoquote.host.nativeclock.Ticks;
import org.ticktoquote.host.nativeclock.TscClock;

/** Calibrates the counter, watches it drift from that calibration, and bounds its offset between CPUs. */
final class CounterExperiment {
    private static final long CALIBRATION_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int READS = 200;
    private static final int ATTEMPTS = 8;

    private CounterExperiment() {}

    /**
     * A first calibration, for the units of other experiments.
     *
     * @throws UnsupportedOperationException saying what is missing to read the counter
     */
    static List<BracketedRead> calibrationReads(ClockTables.Stage stage) {
        if (!Ticks.missing().isEmpty()) {
            throw new UnsupportedOperationException(Ticks.missing());
        }
        return reads(CALIBRATION_NS, READS, "calibrating the counter", stage);
    }

    /** Watches the drift from a calibration, beside a steered clock that runs already. */
    static CounterFigures measure(
            List<BracketedRead> calibrationReads,
            TscClock steered,
            Clock counter,
            ClocksPlan plan,
            AllowedCpus cpus,
            ClockTables.Stage stage) {
        TickCalibration calibration = TickCalibration.of(calibrationReads);
        BracketedRead origin = calibrationReads.get(calibrationReads.size() - 1);
        List<BracketedRead> reads = reads(plan.driftNs(), READS, "drift of the counter", stage);
        CounterFigures.Drift drift = drift(origin, calibration, reads);
        stage.begin("offset between CPUs");
        return new CounterFigures(
                calibration,
                drift,
                Measured.of(counter.name(), () -> CpuOffsetExperiment.measure(counter, cpus)),
                new CounterFigures.Steered(drift.durationNs(), steered.errorBoundNs(), steered.worstErrorBoundNs()));
    }

    private static List<BracketedRead> reads(long durationNs, int count, String what, ClockTables.Stage stage) {
        List<BracketedRead> reads = new ArrayList<>(count);
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long due = start + durationNs / count * (i + 1);
            stage.begin(what + ", " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " of "
                    + TimeUnit.NANOSECONDS.toSeconds(durationNs) + " s");
            LockSupport.parkNanos(due - System.nanoTime());
            reads.add(BracketedRead.best(Ticks::read, System::nanoTime, ATTEMPTS));
        }
        return reads;
    }

    static CounterFigures.Drift drift(BracketedRead origin, TickCalibration calibration, List<BracketedRead> reads) {
        List<CounterFigures.Point> points = new ArrayList<>();
        double zero = origin.middleNs(origin.beforeNs());
        for (BracketedRead read : reads) {
            double predicted = zero + (read.ticks() - origin.ticks()) * calibration.nsPerTick();
            double deviation = predicted - read.middleNs(origin.beforeNs());
            points.add(new CounterFigures.Point(read.beforeNs() - origin.beforeNs(), deviation));
        }
        double ppm = (calibration.nsPerTick() / TickCalibration.of(reads).nsPerTick() - 1) * 1e6;
        double worst = points.stream()
                .mapToDouble(point -> Math.abs(point.deviationNs()))
                .max()
                .orElse(0);
        return new CounterFigures.Drift(reads.get(reads.size() - 1).beforeNs() - origin.beforeNs(), ppm, worst, points);
    }
}
