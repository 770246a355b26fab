package org.ticktoquote.host.hiccups;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.hiccup.HiccupMeter;
import org.ticktoquote.core.linux.Pinning;
import org.ticktoquote.core.run.BuildIdentity;

/** Measures: all CPUs at once, one kind of meter after the other. Used once. */
public final class HiccupsRun {
    private static final long PREPARATION_NS = 50_000_000;

    private final HiccupsPlan plan;
    private final Intervals intervals;
    private final Progress progress;

    /** Takes the intervals as they come. */
    public interface Intervals {
        /**
         * An interval of one meter.
         *
         * @param tag of CPU and meter
         * @param startedAt when the interval began
         */
        void take(String tag, Instant startedAt, Instant endedAt, Histogram delays);
    }

    public HiccupsRun(HiccupsPlan plan, Intervals intervals, Progress progress) {
        this.plan = plan;
        this.intervals = intervals;
        this.progress = progress;
    }

    /**
     * Measures on the calling thread.
     *
     * @param fingerprint of the host
     */
    public HiccupsResult run(String fingerprint) {
        Instant startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        List<CpuHiccups> found = new ArrayList<>();
        plan.kinds().forEach(kind -> found.addAll(measure(kind)));
        return new HiccupsResult(
                startedAt.toString(),
                "tick-to-quote " + BuildIdentity.own().words(),
                plan.durationNs(),
                plan.wakeIntervalNs(),
                plan.gapThresholdNs(),
                plan.intervalNs(),
                fingerprint,
                found);
    }

    private List<CpuHiccups> measure(MeterKind kind) {
        List<CpuSeries> series = plan.cpus().stream()
                .map(cpu -> new CpuSeries(cpu, kind, meter(kind, cpu)))
                .toList();
        try {
            series.forEach(HiccupsRun::awaitBegin);
            long measuredNs = takeIntervals(kind, series);
            return series.stream().map(one -> one.result(measuredNs)).toList();
        } finally {
            series.forEach(one -> one.meter().close());
        }
    }

    private Meter meter(MeterKind kind, int cpu) {
        return kind == MeterKind.WAKE_UP
                ? new WakeUpMeter(cpu, plan.wakeIntervalNs())
                : new SpinGapMeter(cpu, plan.gapThresholdNs());
    }

    private static void awaitBegin(CpuSeries series) {
        while (!series.meter().measuring()) {
            LockSupport.parkNanos(PREPARATION_NS);
        }
    }

    /**
     * At absolute moments, so that a stall of this thread shifts none of the following ones. Returns how long it took.
     */
    private long takeIntervals(MeterKind kind, List<CpuSeries> series) {
        series.forEach(CpuSeries::begin);
        long startNs = System.nanoTime();
        Instant from = Instant.now();
        progress.stage(kind.word() + " meters on " + plan.cpus().size() + " CPUs for "
                + DurationText.format(plan.durationNs())); // what happens from now on is measured
        for (int interval = 1; interval <= HiccupsPlan.INTERVALS; interval++) {
            awaitMoment(startNs + interval * plan.intervalNs());
            if (interval == HiccupsPlan.INTERVALS) {
                series.forEach(one -> one.meter().close());
            }
            Instant to = Instant.now();
            for (CpuSeries one : series) {
                intervals.take(one.tag(), from, to, one.take());
            }
            from = to;
        }
        return System.nanoTime() - startNs;
    }

    private static void awaitMoment(long momentNs) {
        for (long leftNs = momentNs - System.nanoTime(); leftNs > 0; leftNs = momentNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    /** A {@link HiccupMeter} that is pinned to a CPU. */
    private static final class WakeUpMeter implements Meter {
        private final HiccupMeter meter;
        private volatile String trouble = "";

        WakeUpMeter(int cpu, long intervalNs) {
            this.meter = HiccupMeter.prepared("cpu-" + cpu, intervalNs, () -> trouble = Pinning.pin(cpu));
        }

        @Override
        public Histogram takeInterval() {
            return meter.takeInterval();
        }

        @Override
        public boolean measuring() {
            return meter.begun();
        }

        @Override
        public String trouble() {
            boolean slack = meter.timerSlackNs() > 1;
            return slack ? "timer slack stays at " + meter.timerSlackNs() + " ns" : trouble;
        }

        @Override
        public void close() {
            meter.close();
        }
    }
}
