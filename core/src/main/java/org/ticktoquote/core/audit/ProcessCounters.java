package org.ticktoquote.core.audit;

import com.sun.jna.LastErrorException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;
import org.ticktoquote.core.linux.CpuSteal;
import org.ticktoquote.core.linux.KernelText;
import org.ticktoquote.core.linux.KernelText.OpenFile;
import org.ticktoquote.core.linux.LibC;

/** Counters of this process, and CPU ticks of its host. */
final class ProcessCounters implements CounterSource {
    /** Name suffix of beans that count a concurrent collector's cycles, in addition to the beans that count its pauses. */
    private static final String CYCLES = "Cycles";

    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private final KernelText text = new KernelText();
    private final OpenFile host = new OpenFile("/proc/stat");
    private final RunDelay delay = new RunDelay("/proc/self/task");
    private final Throttling.Quotas quotas = new Throttling.Quotas("/proc/self/cgroup", Throttling.MOUNT);

    @Override
    public void read(ObjLongConsumer<String> counters) {
        ProcessUsage usage = ProcessUsage.read();
        counters.accept(AuditSample.VOLUNTARY_SWITCHES, usage.voluntarySwitches());
        counters.accept(AuditSample.INVOLUNTARY_SWITCHES, usage.involuntarySwitches());
        counters.accept(AuditSample.MAJOR_FAULTS, usage.majorFaults());
        counters.accept(AuditSample.CPU_NS, usage.cpuNs());
        counters.accept(AuditSample.RUN_DELAY_NS, delay.read(text));
        CpuSteal ticks = CpuSteal.read(text, host);
        counters.accept(AuditSample.HOST_TICKS, ticks.total());
        counters.accept(AuditSample.IDLE_TICKS, ticks.idle());
        counters.accept(AuditSample.GC_PAUSES, collectorPauses());
        Throttling throttling = quotas.sum(text);
        counters.accept(AuditSample.THROTTLED_PERIODS, throttling.periods());
        counters.accept(AuditSample.THROTTLED_NS, throttling.throttledNs());
    }

    /** Returns the number of GC pauses of this JVM, to check that the GC log has all of them. */
    private static long collectorPauses() {
        long pauses = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            pauses += collector.getName().endsWith(CYCLES) ? 0 : Math.max(0, collector.getCollectionCount());
        }
        return pauses;
    }

    /**
     * Kernel counters of all threads of this process, from getrusage(2). Zeros if not available.
     *
     * @param voluntarySwitches context switches of threads that blocked
     * @param involuntarySwitches context switches of preempted threads
     * @param majorFaults page faults that read from disk
     * @param cpuNs user and system time
     */
    private record ProcessUsage(long voluntarySwitches, long involuntarySwitches, long majorFaults, long cpuNs) {
        private static final int LONGS = 18;
        private static final int MAJOR_FAULTS = 9;
        private static final int VOLUNTARY_SWITCHES = 16;
        private static final int INVOLUNTARY_SWITCHES = 17;

        static ProcessUsage read() {
            try {
                long[] values = new long[LONGS];
                LibC.get().getrusage(LibC.RUSAGE_SELF, values);
                return new ProcessUsage(
                        values[VOLUNTARY_SWITCHES],
                        values[INVOLUNTARY_SWITCHES],
                        values[MAJOR_FAULTS],
                        ns(values[0], values[1]) + ns(values[2], values[3]));
            } catch (LinkageError | LastErrorException notHere) {
                return new ProcessUsage(0, 0, 0, 0);
            }
        }

        private static long ns(long seconds, long microseconds) {
            return TimeUnit.SECONDS.toNanos(seconds) + TimeUnit.MICROSECONDS.toNanos(microseconds);
        }
    }
}
