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
import org.ticktoquote.host.hiccups.HiccupsResult.MeterKind;

/**
 * Measurement of all CPUs at once, one kind of meter after the other.
 *
 * @param cpus CPUs that each get one meter of each kind
 * @param kinds kinds of meter, used one after the other
 * @param durationNs duration of each kind of meter
 * @param wakeIntervalNs time between two scheduled wake-ups
 * @param gapThresholdNs threshold below which gaps are attributed to the clock read and not counted
 */
public record HiccupsRun(
        List<Integer> cpus, List<MeterKind> kinds, long durationNs, long wakeIntervalNs, long gapThresholdNs) {
    /** Number of points of a timeline. */
    static final int INTERVALS = 40;

    /** Shortest meaningful measurement. */
    public static final long MIN_NS = 100_000_000;

    private static final long PREPARATION_NS = 50_000_000;

    public HiccupsRun {
        cpus = List.copyOf(cpus);
        kinds = List.copyOf(kinds);
    }

    private long intervalNs() {
        return Math.max(1, durationNs / INTERVALS);
    }

    /**
     * Measures and returns the result. Blocks the calling thread, which collects the intervals; the meters have their own
     * threads.
     *
     * @param fingerprint the host's fingerprint
     * @param log receives the intervals during the measurement; null for none
     */
    public HiccupsResult run(String fingerprint, @Nullable IntervalLog log, Progress progress) {
        Instant startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        List<CpuHiccups> found = new ArrayList<>();
        kinds.forEach(kind -> found.addAll(measure(kind, log, progress)));
        return new HiccupsResult(
                startedAt.toString(),
                "tick-to-quote " + BuildIdentity.own().description(),
                durationNs,
                wakeIntervalNs,
                gapThresholdNs,
                intervalNs(),
                fingerprint,
                found);
    }

    private List<CpuHiccups> measure(MeterKind kind, @Nullable IntervalLog log, Progress progress) {
        List<Meter> meters = cpus.stream().map(cpu -> meter(kind, cpu)).toList();
        try {
            meters.forEach(HiccupsRun::awaitBegin);
            long measuredNs = takeIntervals(kind, meters, log, progress);
            return meters.stream().map(one -> one.result(measuredNs)).toList();
        } finally {
            meters.forEach(Meter::close);
        }
    }

    private Meter meter(MeterKind kind, int cpu) {
        return kind == MeterKind.WAKE_UP ? new WakeUpMeter(cpu, wakeIntervalNs) : new SpinGapMeter(cpu, gapThresholdNs);
    }

    private static void awaitBegin(Meter meter) {
        while (!meter.measuring()) {
            LockSupport.parkNanos(PREPARATION_NS);
        }
    }

    /**
     * Takes the intervals at absolute times, so that a stall of this thread does not shift later ones. Returns the elapsed
     * time in nanoseconds.
     */
    private long takeIntervals(MeterKind kind, List<Meter> meters, @Nullable IntervalLog log, Progress progress) {
        meters.forEach(Meter::delays); // discards earlier delays
        long startNs = System.nanoTime();
        Instant from = Instant.now();
        progress.stage(kind.word() + " meters on " + cpus.size() + " CPUs for "
                + DurationText.format(durationNs)); // no output after this: the measurement has begun
        for (int interval = 1; interval <= INTERVALS; interval++) {
            WaitStrategy.parkUntil(startNs + interval * intervalNs());
            if (interval == INTERVALS) {
                meters.forEach(Meter::close);
            }
            Instant to = Instant.now();
            for (Meter one : meters) {
                Histogram delays = one.takeInterval();
                if (log != null) {
                    log.add(one.tag(), from, to, delays);
                }
            }
            from = to;
        }
        return System.nanoTime() - startNs;
    }

    /**
     * Meter on one CPU with the intervals taken from it. It measures from its construction until it is closed. Its
     * intervals are for the measuring thread.
     */
    private abstract static class Meter {
        private static final int DIGITS = 3;

        private final int cpu;
        private final MeterKind kind;
        private final Histogram total = new Histogram(DIGITS);
        private final List<Long> timeline = new ArrayList<>();
        volatile String refusedPin = "";

        Meter(int cpu, MeterKind kind) {
            this.cpu = cpu;
            this.kind = kind;
        }

        /** Returns the delays since the last call, in nanoseconds. */
        abstract Histogram delays();

        abstract boolean measuring();

        /** Ends the measurement. {@link #delays} then returns all remaining delays. Idempotent. */
        abstract void close();

        /** Returns the settings that the system refused, as text; empty if none. */
        String refusedSettings() {
            return refusedPin;
        }

        /** Returns the tag in an interval log. */
        String tag() {
            return "cpu-" + cpu + "-" + kind.word();
        }

        /** Takes and returns the delays since the last call. */
        Histogram takeInterval() {
            Histogram interval = delays();
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
                    refusedSettings());
        }
    }

    /** {@link HiccupMeter} pinned to a CPU. */
    private static final class WakeUpMeter extends Meter {
        private final HiccupMeter meter;

        WakeUpMeter(int cpu, long intervalNs) {
            super(cpu, MeterKind.WAKE_UP);
            this.meter = HiccupMeter.prepared("cpu-" + cpu, intervalNs, () -> refusedPin = CallingThread.pin(cpu));
        }

        @Override
        Histogram delays() {
            return meter.takeInterval();
        }

        @Override
        boolean measuring() {
            return meter.begun();
        }

        @Override
        String refusedSettings() {
            boolean slack = meter.timerSlackNs() > 1;
            return slack ? "timer slack stays at " + meter.timerSlackNs() + " ns" : super.refusedSettings();
        }

        @Override
        void close() {
            meter.close();
        }
    }

    /** Reads the clock without pause on a daemon thread pinned to one CPU. Uses the whole CPU. */
    static final class SpinGapMeter extends Meter {
        private static final long END_LIMIT_MS = 5_000;

        private final Thread thread;
        private final CountDownLatch pinned = new CountDownLatch(1);
        private volatile @Nullable SpinGaps gaps;
        private volatile boolean running = true;

        SpinGapMeter(int cpu, long thresholdNs) {
            super(cpu, MeterKind.SPIN_GAP);
            this.thread = DaemonThread.start("cpu-" + cpu + "-spin-gaps", () -> run(cpu, thresholdNs));
        }

        private void run(int cpu, long thresholdNs) {
            refusedPin = CallingThread.pin(cpu);
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
        Histogram delays() {
            return gaps().takeInterval();
        }

        @Override
        boolean measuring() {
            return gaps != null;
        }

        @Override
        void close() {
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
