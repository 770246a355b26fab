package org.ticktoquote.analysis.audit;

import java.util.List;
import java.util.OptionalLong;
import org.ticktoquote.core.audit.AuditSample;

/**
 * Results of the idle control JVM in the measured part. It does no work, so its delays are caused by the machine.
 *
 * @param late wake-ups late by 1 ms or more, on the run's clock, except those delayed by its own garbage collector
 * @param damage description of missing data; empty if its files are complete
 * @param costNs CPU time used; empty if unknown
 */
public record ControlAudit(List<RunAudit.ProcessStall> late, String damage, OptionalLong costNs) {
    static ControlAudit of(ProcessAudit process, TimeInterval measured) {
        List<RunAudit.ProcessStall> late = process.stalls(measured).stream()
                .filter(stall -> !stall.cause().equals(ProcessStalls.GC))
                .map(stall -> new RunAudit.ProcessStall(
                        stall.span().fromNs(), stall.span().toNs(), stall.cause()))
                .toList();
        OptionalLong costNs = process.audit().samples().stream()
                .mapToLong(sample -> sample.counters().getOrDefault(AuditSample.CPU_NS, 0L))
                .max();
        return new ControlAudit(late, process.damage(), costNs);
    }
}
