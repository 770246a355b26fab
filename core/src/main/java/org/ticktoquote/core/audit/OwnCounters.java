package org.ticktoquote.core.audit;

import java.util.function.ObjLongConsumer;

/** What every process counts about itself. */
final class OwnCounters implements AuditSource {
    @Override
    public void read(ObjLongConsumer<String> counters) {
        ProcessUsage usage = ProcessUsage.read();
        counters.accept(AuditSample.VOLUNTARY_SWITCHES, usage.voluntarySwitches());
        counters.accept(AuditSample.INVOLUNTARY_SWITCHES, usage.involuntarySwitches());
        counters.accept(AuditSample.MAJOR_FAULTS, usage.majorFaults());
        counters.accept(AuditSample.CPU_NS, usage.cpuNs());
        Throttling throttling = Throttling.read();
        counters.accept(AuditSample.THROTTLED_PERIODS, throttling.periods());
        counters.accept(AuditSample.THROTTLED_NS, throttling.throttledNs());
    }
}
