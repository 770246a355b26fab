package org.ticktoquote.host.clocks;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.linux.CallingThread;
import org.ticktoquote.host.clocks.Clock.ReadLoop;
import org.ticktoquote.host.clocks.IdleMeasurements.IdleMeasurement;
import org.ticktoquote.host.source.Reading;

/**
 * Measures readings under several conditions of a CPU: busy, after sleep, with a busy neighbour, without idle states, with
 * cold caches.
 */
final class IdleMeasurements {
    private static final long COMPARED_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MAX_SAMPLES = 1_000;
    private static final int COLD_SAMPLES = 50;
    private static final int WARM_UP = 20_000;
    private static final int CALLS = 100;
    private static final double MEGABYTE = 1 << 20;

    @SuppressWarnings("unused") // keeps the readings alive
    private static volatile long sink;

    @SuppressWarnings("unused") // keeps the spinner's loop from being empty
    private static volatile long turns;

    private final Clock clock;
    private final AllowedCpus cpus;
    private final long longestWaitNs;
    private final Consumer<String> stage;
    private final List<IdleMeasurement> rows = new ArrayList<>();

    private IdleMeasurements(Clock clock, AllowedCpus cpus, long longestWaitNs, Consumer<String> stage) {
        this.clock = clock;
        this.cpus = cpus;
        this.longestWaitNs = longestWaitNs;
        this.stage = stage;
    }

    /** Measures a nanosecond clock on the last allowed CPU. */
    static List<IdleMeasurement> measure(
            Clock nanoClock, AllowedCpus cpus, long longestWaitNs, Consumer<String> stage) {
        IdleMeasurements rows = new IdleMeasurements(nanoClock, cpus, longestWaitNs, stage);
        int last = cpus.allowed().get(cpus.allowed().size() - 1);
        try {
            AllowedCpus.run(List.of(last), rows::on);
        } catch (UnsupportedOperationException e) {
            rows.rows.add(IdleMeasurement.missing("on one CPU", String.valueOf(e.getMessage())));
        }
        return List.copyOf(rows.rows);
    }

    private void on(int cpu) {
        CallingThread.smallestTimerSlack();
        ReadLoop loop = clock.loop();
        sample(loop, 0, WARM_UP, () -> {}); // until the code is compiled
        add(loop, "at work, no wait", 0, MAX_SAMPLES);
        for (long wait = 1_000; wait <= longestWaitNs; wait *= 10) {
            add(loop, "asleep for " + text(wait), wait, samples(wait, MAX_SAMPLES));
        }
        withBusyNeighbour(loop, cpu);
        withoutIdleStates(loop);
        cold(loop);
    }

    private static String text(long ns) {
        return DurationText.format(ns).replaceFirst("\\.0+ ", " ");
    }

    private void add(ReadLoop loop, String condition, long waitNs, int samples) {
        stage.accept("readings: " + condition);
        rows.add(IdleMeasurement.of(condition, sample(loop, waitNs, samples, () -> {})));
    }

    private void compared(ReadLoop loop, String condition) {
        add(loop, condition, COMPARED_NS, samples(COMPARED_NS, MAX_SAMPLES));
    }

    private void withBusyNeighbour(ReadLoop loop, int cpu) {
        String condition = "asleep for 1 ms, another CPU spinning";
        OptionalInt neighbour = cpus.siblingOrOther(cpu);
        if (neighbour.isEmpty()) {
            rows.add(IdleMeasurement.missing(condition, "only one CPU"));
            return;
        }
        int busy = neighbour.getAsInt();
        String where = AllowedCpus.onSameCore(cpu, busy) ? " (the same core)" : " (another core)";
        AtomicBoolean stop = new AtomicBoolean();
        Thread spinner = DaemonThread.start("clocks-spinner", () -> spin(busy, stop));
        try {
            compared(loop, "asleep for 1 ms, CPU " + busy + where + " spinning");
        } finally {
            stop.set(true);
            DaemonThread.await(spinner, 0);
        }
    }

    private void withoutIdleStates(ReadLoop loop) {
        String condition = "asleep for 1 ms, " + CpuLatencyRequest.DEVICE + " held at 0";
        try (CpuLatencyRequest request = new CpuLatencyRequest(CpuLatencyRequest.DEVICE)) {
            compared(loop, condition.replace(CpuLatencyRequest.DEVICE.toString(), request.toString()));
        } catch (IOException refused) {
            rows.add(IdleMeasurement.missing(condition, String.valueOf(refused.getMessage())));
        }
    }

    private void cold(ReadLoop loop) {
        CacheSweep sweep = CacheSweep.ofThisMachine();
        String condition = "at work, caches swept with " + Math.round(sweep.bytes() / MEGABYTE) + " MB before";
        stage.accept("readings: " + condition);
        rows.add(IdleMeasurement.of(condition, sample(loop, 0, COLD_SAMPLES, sweep)));
    }

    /**
     * Reads a nanosecond clock right after a wait and then a preparation: the cost of waking up, and of the first
     * instructions on a CPU that was idle. Call on a pinned thread without timer slack.
     *
     * @param waitNs 0 for no wait
     */
    static IdleMeasurement.Figures sample(ReadLoop loop, long waitNs, int samples, Runnable preparation) {
        double[] late = new double[samples];
        double[] step = new double[samples];
        double[] perCall = new double[samples];
        long sum = 0;
        for (int i = 0; i < samples; i++) {
            late[i] = waitNs == 0 ? 0 : await(System.nanoTime() + waitNs);
            preparation.run();
            long first = loop.read();
            long second = loop.read();
            long before = System.nanoTime();
            sum += loop.block(CALLS);
            perCall[i] = (double) (System.nanoTime() - before) / CALLS;
            step[i] = second - first;
        }
        sink = sum;
        return new IdleMeasurement.Figures(Series.of(late), Series.of(step), Series.of(perCall));
    }

    /** Sleeps until the due time. Returns the delay of the wake-up in nanoseconds. */
    private static long await(long dueNs) {
        long left = dueNs - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = dueNs - System.nanoTime();
        }
        return -left;
    }

    /** Returns the number of samples for about half a second, at least three. */
    static int samples(long waitNs, int most) {
        return (int) Math.max(3, Math.min(most, TimeUnit.MILLISECONDS.toNanos(500) / Math.max(1, waitNs)));
    }

    /** Keeps a CPU busy until {@code stop} is set. */
    private static void spin(int cpu, AtomicBoolean stop) {
        boolean pinned = CallingThread.pin(cpu).isEmpty();
        for (long turn = 0; pinned && !stop.get(); turn++) {
            turns = turn;
        }
    }

    /**
     * Readings under one condition of the CPU.
     *
     * @param condition state of thread, CPUs and caches before each sample
     * @param figures null if the condition was unavailable
     * @param missing reason; empty if there are figures
     */
    record IdleMeasurement(String condition, @Nullable Figures figures, String missing) {
        static IdleMeasurement of(String condition, Figures figures) {
            return new IdleMeasurement(condition, figures, "");
        }

        static IdleMeasurement missing(String condition, String reason) {
            return new IdleMeasurement(condition, null, reason);
        }

        /**
         * Measurements in nanoseconds.
         *
         * @param lateNs delay of the thread's wake-up
         * @param stepNs time between two consecutive readings right after the wake-up
         * @param perCallNs time per reading, in a block of 100 right after these two
         */
        record Figures(Series lateNs, Series stepNs, Series perCallNs) {}
    }

    /** Evicts all CPU caches by walking through more memory than the last-level cache holds. */
    static final class CacheSweep implements Runnable {
        private static final int LINE = 64;
        private static final int MEGABYTE = 1 << 20;
        private static final int DEFAULT_BYTES = 32 * MEGABYTE;
        private static final int MAX_BYTES = 256 * MEGABYTE;

        private final byte[] memory;

        CacheSweep(int cacheBytes) {
            memory = new byte[2 * Math.min(MAX_BYTES / 2, Math.max(MEGABYTE, cacheBytes))];
        }

        /** Creates a sweep of twice this machine's last-level cache, at most 256 MB. */
        static CacheSweep ofThisMachine() {
            return new CacheSweep(lastLevelBytes(Path.of("/sys/devices/system/cpu/cpu0/cache/index3/size")));
        }

        static int lastLevelBytes(Path file) {
            try {
                String text = Reading.textOf(file).trim();
                int unit = text.endsWith("M") ? MEGABYTE : 1024;
                return Math.multiplyExact(Integer.parseInt(text.replaceAll("[KM]$", "")), unit);
            } catch (NumberFormatException | ArithmeticException unknown) {
                return DEFAULT_BYTES;
            }
        }

        @Override
        public void run() {
            for (int i = 0; i < memory.length; i += LINE) {
                memory[i]++;
            }
        }

        int bytes() {
            return memory.length;
        }
    }

    /**
     * Disables idle states with an exit latency on all CPUs while open, by writing four zero bytes to
     * {@code /dev/cpu_dma_latency} (kernel: {@code Documentation/power/pm_qos_interface.rst}). Use only during an experiment:
     * it would also speed up the application under test.
     */
    static final class CpuLatencyRequest implements AutoCloseable {
        static final Path DEVICE = Path.of("/dev/cpu_dma_latency");

        private final Path path;
        private final RandomAccessFile device;

        CpuLatencyRequest(Path path) throws IOException {
            if (!Files.exists(path)) {
                throw new IOException(path + " does not exist");
            }
            this.path = path;
            this.device = new RandomAccessFile(path.toFile(), "rw");
            try {
                device.write(new byte[Integer.BYTES]);
            } catch (IOException refused) {
                device.close();
                throw refused;
            }
        }

        @Override
        public String toString() {
            return path.toString();
        }

        @Override
        public void close() throws IOException {
            device.close();
        }
    }
}
