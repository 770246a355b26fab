package org.ticktoquote.analysis.audit;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.ticktoquote.core.audit.AuditSample;

/**
 * Results of the idle control JVM in the measured part. It does no work, so its delays are caused by the machine.
 *
 * @param late wake-ups late by 1 ms or more, on the run's clock, except those delayed by its own garbage collector
 * @param damage description of missing data; empty if its files are complete
 * @param costNs CPU time used since the start of the process; empty without samples
 */
public record ControlAudit(List<ProcessStall> late, String damage, OptionalLong costNs) {
    static ControlAudit of(ProcessAudit process, TimeInterval measured) {
        List<ProcessStall> late = process.stalls(measured).stream()
                .filter(stall -> !stall.cause().equals(ProcessStall.GC))
                .toList();
        OptionalLong costNs = process.audit().samples().stream()
                .flatMap(sample -> Stream.ofNullable(sample.counters().get(AuditSample.CPU_NS)))
                .mapToLong(Long::longValue)
                .max();
        return new ControlAudit(late, process.damage(), costNs);
    }
}
