package org.ticktoquote.host.hiccups;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.WaitStrategy;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.core.hiccup.DelayPercentiles;
import org.ticktoquote.core.hiccup.HiccupMeter;
import org.ticktoquote.core.linux.CallingThread;
import org.ticktoquote.core.run.BuildIdentity;
import org.ticktoquote.host.hiccups.HiccupsResult.CpuHiccups;
import org.ticktoquote.host.hiccups.HiccupsResult.HiccupsPlan;
import org.ticktoquote.host.hiccups.HiccupsResult.MeterKind;
import org.ticktoquote.host.hiccups.HiccupsRun.Meter;

/** Measures all CPUs at once, one kind of meter after the other. Single use. */
public final class HiccupsRun {
    private static final long PREPARATION_NS = 50_000_000;

    private final HiccupsPlan plan;
    private final @Nullable IntervalLog log;
    private final Progress progress;

    /** @param log receives the intervals during the measurement; null for none */
    public HiccupsRun(HiccupsPlan plan, @Nullable IntervalLog log, Progress progress) {
        this.plan = plan;
        this.log = log;
        this.progress = progress;
    }

    /**
     * Measures and returns the result. Blocks the calling thread, which collects the intervals; the meters have their own
     * threads.
     *
     * @param fingerprint the host's fingerprint
     */
    public HiccupsResult run(String fingerprint) {
        Instant startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        List<CpuHiccups> found = new ArrayList<>();
        plan.kinds().forEach(kind -> found.addAll(measure(kind)));
        return new HiccupsResult(
                startedAt.toString(),
                "tick-to-quote " + BuildIdentity.own().description(),
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
     * Takes the intervals at absolute times, so that a stall of this thread does not shift later ones. Returns the elapsed
     * time in nanoseconds.
     */
    private long takeIntervals(MeterKind kind, List<CpuSeries> series) {
        series.forEach(CpuSeries::begin);
        long startNs = System.nanoTime();
        Instant from = Instant.now();
        progress.stage(kind.word() + " meters on " + plan.cpus().size() + " CPUs for "
                + DurationText.format(plan.durationNs())); // no output after this: the measurement has begun
        for (int interval = 1; interval <= HiccupsPlan.INTERVALS; interval++) {
            WaitStrategy.parkUntil(startNs + interval * plan.intervalNs());
            if (interval == HiccupsPlan.INTERVALS) {
                series.forEach(one -> one.meter().close());
            }
            Instant to = Instant.now();
            for (CpuSeries one : series) {
                Histogram delays = one.takeInterval();
                if (log != null) {
                    log.add(one.tag(), from, to, delays);
                }
            }
            from = to;
        }
        return System.nanoTime() - startNs;
    }

    /** {@link HiccupMeter} pinned to a CPU. */
    private static final class WakeUpMeter implements Meter {
        private final HiccupMeter meter;
        private volatile String refusedSettings = "";

        WakeUpMeter(int cpu, long intervalNs) {
            this.meter = HiccupMeter.prepared("cpu-" + cpu, intervalNs, () -> refusedSettings = CallingThread.pin(cpu));
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
        public String refusedSettings() {
            boolean slack = meter.timerSlackNs() > 1;
            return slack ? "timer slack stays at " + meter.timerSlackNs() + " ns" : refusedSettings;
        }

        @Override
        public void close() {
            meter.close();
        }
    }

    /** Intervals of one meter. Used by the measuring thread only. */
    private static final class CpuSeries {
        private static final int DIGITS = 3;

        private final int cpu;
        private final MeterKind kind;
        private final Meter meter;
        private final Histogram total = new Histogram(DIGITS);
        private final List<Long> timeline = new ArrayList<>();

        CpuSeries(int cpu, MeterKind kind, Meter meter) {
            this.cpu = cpu;
            this.kind = kind;
            this.meter = meter;
        }

        Meter meter() {
            return meter;
        }

        /** Returns the tag in an interval log. */
        String tag() {
            return "cpu-" + cpu + "-" + kind.word();
        }

        /** Discards earlier delays. */
        void begin() {
            meter.takeInterval();
        }

        /** Takes and returns the delays since the last call. */
        Histogram takeInterval() {
            Histogram interval = meter.takeInterval();
            total.add(interval);
            timeline.add(interval.getTotalCount() == 0 ? 0L : interval.getMaxValue());
            return interval;
        }

        /**
         * Returns the result of all intervals taken.
         *
         * @param measuredNs duration of the measurement
         */
        CpuHiccups result(long measuredNs) {
            boolean gaps = kind == MeterKind.SPIN_GAP;
            return new CpuHiccups(
                    cpu,
                    kind.word(),
                    measuredNs,
                    total.getTotalCount(),
                    DelayPercentiles.of(total, total.getMaxValue()),
                    gaps ? Math.round(total.getMean() * total.getTotalCount()) : 0,
                    timeline,
                    meter.refusedSettings());
        }
    }

    /** Meter on one CPU. It measures from its construction until it is closed. */
    interface Meter extends AutoCloseable {
        /** Returns the delays since the last call, in nanoseconds. */
        Histogram takeInterval();

        boolean measuring();

        /** Returns the settings that the system refused, as text; empty if none. */
        String refusedSettings();

        /** Ends the measurement. {@link #takeInterval} then returns all remaining delays. Idempotent. */
        @Override
        void close();
    }

    /** Reads the clock without pause on a daemon thread pinned to one CPU. Uses the whole CPU. */
    static final class SpinGapMeter implements Meter {
        private static final long END_LIMIT_MS = 5_000;

        private final Thread thread;
        private final CountDownLatch pinned = new CountDownLatch(1);
        private volatile @Nullable SpinGaps gaps;
        private volatile boolean running = true;
        private volatile String refusedSettings = "";

        SpinGapMeter(int cpu, long thresholdNs) {
            this.thread = DaemonThread.start("cpu-" + cpu + "-spin-gaps", () -> run(cpu, thresholdNs));
        }

        private void run(int cpu, long thresholdNs) {
            refusedSettings = CallingThread.pin(cpu);
            SpinGaps measured = new SpinGaps(thresholdNs, System.nanoTime());
            gaps = measured;
            pinned.countDown();
            boolean more = true;
            while (more) {
                more = running; // read before the clock, so that a gap still open when the meter closes counts
                measured.clockRead(System.nanoTime());
            }
        }

        private SpinGaps gaps() {
            try {
                pinned.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            SpinGaps begun = gaps;
            return begun == null ? new SpinGaps(0, 0) : begun;
        }

        @Override
        public Histogram takeInterval() {
            return gaps().takeInterval();
        }

        @Override
        public boolean measuring() {
            return gaps != null;
        }

        @Override
        public String refusedSettings() {
            return refusedSettings;
        }

        @Override
        public void close() {
            running = false;
            DaemonThread.await(thread, END_LIMIT_MS);
        }

        /**
         * Gaps between consecutive clock reads of a busy loop.
         *
         * <p>The looping thread calls {@link #clockRead}, which neither locks nor waits and allocates only if a gap is longer
         * than any before. Other threads can call the other methods.
         */
        static final class SpinGaps {
            private static final int DIGITS = 3;

            private final long thresholdNs;
            private final SingleWriterRecorder gaps = new SingleWriterRecorder(DIGITS);
            private long previousNs;

            /**
             * Starts the first gap at {@code nowNs}.
             *
             * @param thresholdNs threshold below which gaps are attributed to the clock read and not counted
             */
            SpinGaps(long thresholdNs, long nowNs) {
                this.thresholdNs = thresholdNs;
                this.previousNs = nowNs;
            }

            /** Records the time of a clock read. */
            void clockRead(long nowNs) {
                long gapNs = nowNs - previousNs;
                previousNs = nowNs;
                if (gapNs >= thresholdNs) {
                    gaps.recordValue(gapNs);
                }
            }

            Histogram takeInterval() {
                return gaps.getIntervalHistogram();
            }
        }
    }

    /** Writes intervals in HdrHistogram's {@code .hlog} format, tagged by CPU and meter. Values are in nanoseconds. */
    public static final class IntervalLog implements AutoCloseable {
        private static final double MILLISECONDS = 1e3;
        private static final double NO_SCALING = 1.0;

        private final OutputFile file;
        private final PrintStream out;
        private final HistogramLogWriter writer;

        /** Creates or replaces the file. The caller closes {@code file}. */
        public IntervalLog(OutputFile file) {
            this(file, file.stream("--hlog"));
        }

        IntervalLog(OutputFile file, OutputStream content) {
            this.file = file;
            this.out = new PrintStream(content, false, StandardCharsets.UTF_8);
            this.writer = new HistogramLogWriter(out);
            writer.outputComment("delays of CPUs, nanoseconds");
            writer.outputLogFormatVersion();
            writer.outputLegend();
        }

        /**
         * Writes one interval of one meter.
         *
         * @param tag names CPU and meter
         * @param startedAt start of the interval
         */
        private void add(String tag, Instant startedAt, Instant endedAt, Histogram delays) {
            delays.setTag(tag);
            writer.outputIntervalHistogram(
                    startedAt.toEpochMilli() / MILLISECONDS, endedAt.toEpochMilli() / MILLISECONDS, delays, NO_SCALING);
        }

        @Override
        public void close() {
            boolean failed = out.checkError();
            out.close();
            file.complete(failed, "--hlog");
        }
    }
}
