package org.ticktoquote.analysis.audit;

import java.util.List;
import java.util.OptionalLong;
import org.ticktoquote.core.audit.AuditSample;

/**
 * What the control JVM found in the measured part: of itself it did nothing, so that its delays are the machine's.
 *
 * @param late wake-ups of 1 ms and more, from the intended to the actual moment, on the run's clock; those by its own collector
 *     left out
 * @param damage what is missing, for people; empty when its files are whole
 * @param costNs processor time that it took; empty where it did not say
 */
public record ControlAudit(List<RunAudit.ProcessStall> late, String damage, OptionalLong costNs) {
    static ControlAudit of(ProcessAudit process, Span measured) {
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
