package org.ticktoquote.core.audit;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.ticktoquote.core.linux.CpuSteal;

/** What every process counts about itself, and of its host what was idle meanwhile. */
final class OwnCounters implements AuditSource {
    /** Concurrent collectors count their cycles beside the pauses in them. */
    private static final String CYCLES = "Cycles";

    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();

    @Override
    public void read(ObjLongConsumer<String> counters) {
        ProcessUsage usage = ProcessUsage.read();
        counters.accept(AuditSample.VOLUNTARY_SWITCHES, usage.voluntarySwitches());
        counters.accept(AuditSample.INVOLUNTARY_SWITCHES, usage.involuntarySwitches());
        counters.accept(AuditSample.MAJOR_FAULTS, usage.majorFaults());
        counters.accept(AuditSample.CPU_NS, usage.cpuNs());
        counters.accept(AuditSample.RUN_DELAY_NS, RunDelay.read(Path.of("/proc/self/task")));
        CpuSteal host = CpuSteal.read();
        counters.accept(AuditSample.HOST_TICKS, host.total());
        counters.accept(AuditSample.IDLE_TICKS, host.idle());
        counters.accept(AuditSample.GC_PAUSES, collectorPauses());
        Throttling throttling = Throttling.read();
        counters.accept(AuditSample.THROTTLED_PERIODS, throttling.periods());
        counters.accept(AuditSample.THROTTLED_NS, throttling.throttledNs());
    }

    /** How often the collectors of this JVM stopped it: by it, the collector's log is known to tell of all pauses. */
    private static long collectorPauses() {
        long pauses = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            pauses += collector.getName().endsWith(CYCLES) ? 0 : Math.max(0, collector.getCollectionCount());
        }
        return pauses;
    }
}
