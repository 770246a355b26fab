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
    /** Suffix of the names of MXBeans that count cycles of a concurrent collector. Other MXBeans count its pauses. */
    private static final String CYCLES = "Cycles";

    /** Length of {@code struct rusage} in longs, and the indexes of its fields. */
    private static final int USAGE_LONGS = 18;

    private static final int MAJOR_FAULTS = 9;
    private static final int VOLUNTARY_SWITCHES = 16;
    private static final int INVOLUNTARY_SWITCHES = 17;

    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    private final KernelText text = new KernelText();
    private final OpenFile host = new OpenFile("/proc/stat");
    private final RunDelay delay = new RunDelay("/proc/self/task");
    private final Throttling.Quotas quotas = new Throttling.Quotas("/proc/self/cgroup", Throttling.MOUNT);

    @Override
    public void read(ObjLongConsumer<String> counters) {
        long[] usage = usage();
        counters.accept(AuditSample.VOLUNTARY_SWITCHES, usage[VOLUNTARY_SWITCHES]);
        counters.accept(AuditSample.INVOLUNTARY_SWITCHES, usage[INVOLUNTARY_SWITCHES]);
        counters.accept(AuditSample.MAJOR_FAULTS, usage[MAJOR_FAULTS]);
        counters.accept(AuditSample.CPU_NS, ns(usage[0], usage[1]) + ns(usage[2], usage[3])); // user and system
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

    /** Returns the kernel counters of all threads of this process, from getrusage(2). Zeros if not available. */
    private static long[] usage() {
        long[] values = new long[USAGE_LONGS];
        try {
            LibC.get().getrusage(LibC.RUSAGE_SELF, values);
            return values;
        } catch (LinkageError | LastErrorException notHere) {
            return new long[USAGE_LONGS];
        }
    }

    private static long ns(long seconds, long microseconds) {
        return TimeUnit.SECONDS.toNanos(seconds) + TimeUnit.MICROSECONDS.toNanos(microseconds);
    }
}
