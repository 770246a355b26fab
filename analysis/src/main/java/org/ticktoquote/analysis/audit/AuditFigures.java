package org.ticktoquote.analysis.audit;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.results.TickResults;
import org.ticktoquote.analysis.summary.ConnectionSummary;
import org.ticktoquote.analysis.summary.HarnessProcess;
import org.ticktoquote.analysis.summary.HarnessShare;
import org.ticktoquote.analysis.summary.HiccupFigures;
import org.ticktoquote.analysis.summary.SelfAuditFigures;
import org.ticktoquote.analysis.summary.ShareFigures;
import org.ticktoquote.analysis.summary.Stall;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Converts a self-audit to the figures of {@code summary.json}.
 *
 * @param reads by session, in the manifest's order
 */
record AuditFigures(RunAudit audit, TimeInterval measured, List<SessionReads> reads) {
    private static final int MAX_STALLS = 100;

    SelfAuditFigures of(TickResults results, LatencyFigures response) {
        List<Stall> stalls = audit.processes().stream()
                .flatMap(process -> process.stalls(measured).stream().map(stall -> stall(process.role(), stall)))
                .toList();
        boolean known = audit.processes().stream()
                .filter(process -> process.role().equals(Role.CLIENTS))
                .allMatch(ProcessAudit::stallsKnown);
        ResponseTail tail = ResponseTail.of(results, response, clientStalls(), audit.workers());
        return new SelfAuditFigures(
                audit.processes().stream().map(this::process).toList(),
                ProcessAudit.STALL_NS,
                stalls.size(),
                longest(stalls),
                known ? tail.figures() : null,
                connections(),
                known ? share(tail, ShareFigures.of(response)) : unknownShare());
    }

    StallTimes clientStalls() {
        return new StallTimes(audit.processes().stream()
                .filter(process -> process.role().equals(Role.CLIENTS))
                .flatMap(process -> process.stalls(measured).stream())
                .map(ProcessStall::span)
                .toList());
    }

    private HarnessShare unknownShare() {
        return new HarnessShare(audit.share().known().orElse(null), ShareFigures.NONE, ShareFigures.NONE);
    }

    private HarnessShare share(ResponseTail tail, ShareFigures response) {
        return audit.share()
                .known()
                .map(known -> new HarnessShare(
                        known, tail.restFigures(), new ShareBound(tail.rest(), known.serviceNs()).of(response)))
                .orElseGet(() -> new HarnessShare(null, tail.restFigures(), ShareFigures.NONE));
    }

    private Stall stall(String role, ProcessStall stall) {
        return new Stall(role, stall.fromNs() - measured.fromNs(), stall.span().lengthNs(), stall.cause());
    }

    private static List<Stall> longest(List<Stall> stalls) {
        return stalls.stream()
                .sorted(Comparator.comparingLong(Stall::lengthNs).reversed())
                .limit(MAX_STALLS)
                .sorted(Comparator.comparingLong(Stall::fromNs).thenComparing(Stall::process))
                .toList();
    }

    private HarnessProcess process(ProcessAudit process) {
        return new HarnessProcess(
                process.role(),
                process.samplesKnown() ? hiccups(process.delays(measured), process.longestHiccupNs(measured)) : null,
                stalls(process),
                pauses(process),
                new HarnessProcess.Usage(
                        delta(process, AuditSample.VOLUNTARY_SWITCHES),
                        delta(process, AuditSample.INVOLUNTARY_SWITCHES),
                        delta(process, AuditSample.MAJOR_FAULTS),
                        delta(process, AuditSample.CPU_NS),
                        delta(process, AuditSample.THROTTLED_NS)),
                process.damage());
    }

    private HarnessProcess.Stalls stalls(ProcessAudit process) {
        if (!process.stallsKnown()) {
            return HarnessProcess.Stalls.UNKNOWN;
        }
        List<TimeInterval> stalls =
                process.stalls(measured).stream().map(ProcessStall::span).toList();
        long sumNs = stalls.stream().mapToLong(TimeInterval::lengthNs).sum();
        return new HarnessProcess.Stalls((long) stalls.size(), sumNs, longest(stalls.stream()));
    }

    private HarnessProcess.Pauses pauses(ProcessAudit process) {
        if (!process.pausesKnown()) {
            return HarnessProcess.Pauses.UNKNOWN;
        }
        List<TimeInterval> pauses = process.pauses(measured);
        return new HarnessProcess.Pauses((long) pauses.size(), longest(pauses.stream()));
    }

    private static long longest(Stream<TimeInterval> spans) {
        return spans.mapToLong(TimeInterval::lengthNs).max().orElse(0);
    }

    private @Nullable Long delta(ProcessAudit process, String counter) {
        return process.samplesKnown() ? process.delta(counter, measured).orElse(null) : null;
    }

    /**
     * Converts the delays of one process. They cover whole samples, which can extend about a second beyond the measured
     * part at each end.
     */
    private static HiccupFigures hiccups(Histogram delays, long longestNs) {
        return new HiccupFigures(
                delays.getTotalCount(),
                delays.getValueAtPercentile(50),
                delays.getValueAtPercentile(90),
                delays.getValueAtPercentile(99),
                delays.getValueAtPercentile(99.9),
                longestNs);
    }

    private List<ConnectionSummary> connections() {
        List<AuditSample> samples = audit.clientSamples();
        List<SessionPlan> sessions = audit.manifest().sessions();
        return audit.workers().map(sessions.size(), i -> connection(sessions.get(i), reads.get(i), samples));
    }

    private ConnectionSummary connection(SessionPlan session, SessionReads read, List<AuditSample> samples) {
        ClockTranslation clock = audit.manifest().translation(Role.CLIENTS);
        ReadSizes sizes = read.sizes(measured.toNs());
        UnreadWaits.Longest wait = read.waits().longest(measured.toNs());
        ConnectionHistory.CounterDelta grown =
                ConnectionHistory.of(session.index(), samples).delta(measured.asReadBy(clock));
        return new ConnectionSummary(
                session.index(),
                session.name(),
                sizes.snapshots(),
                sizes.withOther(),
                sizes.withMany(),
                sizes.mostInRead(),
                grown.retransmits(),
                grown.spurious(),
                grown.limitedNs(),
                grown.closedWindows(),
                wait.ns(),
                wait.bytes());
    }
}
