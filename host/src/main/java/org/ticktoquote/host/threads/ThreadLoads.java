package org.ticktoquote.host.threads;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.ticktoquote.core.clock.WaitStrategy;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.host.threads.ProcessFiles.ThreadSchedule;

/**
 * Measures the CPU loads of a process's threads from schedstat, in windows of 100 ms that show bursts. Needs no privilege for
 * processes of this user. Not thread-safe.
 */
public final class ThreadLoads implements AutoCloseable {
    private static final long WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double PEAK = 0.99;

    private final ProcessFiles files;
    private final long pid;
    private final int windows;
    private final Map<Long, Series> threads = new TreeMap<>();

    /**
     * Load of one thread.
     *
     * @param mean share of a CPU, 0 to 1
     * @param peak 99th percentile over the windows
     * @param slices times per second that it got a CPU
     */
    public record Load(double mean, double peak, double slices) {
        public static final Load NONE = new Load(0, 0, 0);
    }

    private static final class Series {
        private final OpenFile file;
        private final double[] shares;
        private final long fromNs = System.nanoTime();
        private final ThreadSchedule times;
        private final long firstCpuNs;
        private final long firstTurns;
        private long lastNs = fromNs;
        private int count;

        private Series(OpenFile file, ThreadSchedule first, int windows) {
            this.file = file;
            this.times = first;
            this.firstCpuNs = first.cpuNs();
            this.firstTurns = first.turns();
            this.shares = new double[windows];
        }

        private void sample(ProcessFiles files) {
            long nowNs = System.nanoTime();
            long cpuNs = times.cpuNs();
            if (files.read(file, times)) {
                shares[count++] = Math.min(1, (double) (times.cpuNs() - cpuNs) / Math.max(1, nowNs - lastNs));
                lastNs = nowNs;
            }
        }

        private Load load() {
            double elapsedNs = Math.max(1, lastNs - fromNs);
            double mean = Math.min(1, (times.cpuNs() - firstCpuNs) / elapsedNs);
            double[] sorted = Arrays.copyOf(shares, count);
            Arrays.sort(sorted);
            double peak = count == 0 ? 0 : sorted[(int) Math.ceil(PEAK * count) - 1];
            return new Load(
                    mean, Math.max(mean, peak), (times.turns() - firstTurns) * TimeUnit.SECONDS.toNanos(1) / elapsedNs);
        }
    }

    /** @param windows maximum number of windows */
    public ThreadLoads(ProcessFiles files, long pid, int windows) {
        this.files = files;
        this.pid = pid;
        this.windows = windows;
    }

    /**
     * Samples all windows. Threads that appear later are sampled from their first window on.
     *
     * @param each called at the end of each window; returns false to stop
     */
    public void watch(BooleanSupplier each) {
        begin();
        for (int window = 0; window < windows; window++) {
            WaitStrategy.parkUntil(System.nanoTime() + WINDOW_NS);
            threads.values().forEach(series -> series.sample(files));
            begin();
            if (!each.getAsBoolean()) {
                return;
            }
        }
    }

    private void begin() {
        for (long tid : files.threads(pid)) {
            if (!threads.containsKey(tid)) {
                OpenFile file = files.file(pid, tid, "schedstat");
                ThreadSchedule first = new ThreadSchedule();
                if (files.read(file, first)) {
                    threads.put(tid, new Series(file, first, windows));
                } else {
                    file.close();
                }
            }
        }
    }

    /** Returns the loads by thread id; empty if the kernel does not count them. */
    public Map<Long, Load> loads() {
        Map<Long, Load> loads = new HashMap<>();
        threads.forEach((tid, series) -> loads.put(tid, series.load()));
        return loads;
    }

    @Override
    public void close() {
        threads.values().forEach(series -> series.file.close());
    }

    /** Peak load of several threads, in CPUs. Peaks that coincide add up; independent bursts add in quadrature. */
    public static final class PeakLoad {
        /** Load of a CPU above which waiting grows steeply. Plans with more are rejected. */
        public static final double MAX_CPU_LOAD = 0.8;

        private double sum;
        private double squares;

        /** @param together whether it peaks together with others */
        public void add(double mean, double peak, boolean together) {
            double burst = peak - mean;
            sum += together ? peak : mean;
            squares += together ? 0 : burst * burst;
        }

        /** Returns the load of all threads added so far. */
        public double total() {
            return sum + Math.sqrt(squares);
        }
    }
}
