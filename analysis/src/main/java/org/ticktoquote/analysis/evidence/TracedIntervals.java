package org.ticktoquote.analysis.evidence;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.evidence.EvidenceThread;
import org.ticktoquote.core.evidence.KernelInterrupt;
import org.ticktoquote.core.evidence.KernelTraceSegment;
import org.ticktoquote.core.evidence.KernelWait;

/** Waits for a CPU and interrupts from the kernel trace. Not thread-safe. */
final class TracedIntervals {
    private final LongestElements<EvidenceInterval> waits = new LongestElements<>(EvidenceInterval::mostNs);
    private final LongestElements<EvidenceInterval> interrupts = new LongestElements<>(EvidenceInterval::mostNs);
    /** Ends of the traced intervals, by start. */
    private final TreeMap<Long, Long> stretches = new TreeMap<>();

    /** Adds a traced interval, whose threads are already known. */
    void add(KernelTraceSegment traced, List<EvidenceThread> threads) {
        stretches.merge(traced.fromNs(), traced.toNs(), Math::max);
        traced.waits().forEach(wait -> wait(wait, who(threads.get(wait.thread()))));
        traced.interrupts().forEach(one -> interrupt(one, who(threads.get(one.thread()))));
    }

    static String who(EvidenceThread thread) {
        return String.format(Locale.ROOT, "%s (%d)", thread.name(), thread.tid());
    }

    private void wait(KernelWait wait, String who) {
        String others = wait.instead().stream()
                .map(other -> other.who() + " for " + DurationText.format(other.ns()))
                .collect(Collectors.joining(", "));
        waits.add(EvidenceInterval.within(
                wait.fromNs(),
                wait.toNs(),
                who,
                String.format(
                                Locale.ROOT,
                                "%s waited %s for CPU %d",
                                who,
                                DurationText.format(wait.lengthNs()),
                                wait.cpu())
                        + (others.isEmpty() ? "" : ", which had " + others)));
    }

    private void interrupt(KernelInterrupt one, String who) {
        interrupts.add(EvidenceInterval.within(
                one.fromNs(),
                one.toNs(),
                who,
                who + " was interrupted for " + DurationText.format(one.toNs() - one.fromNs()) + " by " + one.what()));
    }

    /** Returns whether the trace covers an interval, so that the traced waits replace the sampled ones. */
    boolean covers(EvidenceInterval interval) {
        Map.Entry<Long, Long> before = stretches.floorEntry(interval.fromNs());
        return before != null && before.getValue() >= interval.toNs();
    }

    LongestElements<EvidenceInterval> waits() {
        return waits;
    }

    LongestElements<EvidenceInterval> interrupts() {
        return interrupts;
    }
}
