package org.ticktoquote.core.audit;

import java.nio.file.Path;
import java.util.function.ObjLongConsumer;
import org.ticktoquote.core.linux.CpuSteal;

/** What every process counts about itself, and of its host what was idle meanwhile. */
final class OwnCounters implements AuditSource {
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
        counters.accept(AuditSample.GC_PAUSES, CollectorPauses.counted());
        Throttling throttling = Throttling.read();
        counters.accept(AuditSample.THROTTLED_PERIODS, throttling.periods());
        counters.accept(AuditSample.THROTTLED_NS, throttling.throttledNs());
    }
}
