package org.ticktoquote.analysis.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.analysis.distribution.Distribution;
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
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.run.Role;
import org.ticktoquote.core.run.SessionPlan;

/**
 * Converts a self-audit to the figures of {@code summary.json}.
 *
 * @param reads the clients' reads by session, in the manifest's order
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

    /**
     * Upper bounds of the harness's contribution to each percentile of the response. Apart from lag and stalls, the harness
     * contributes at most the service time of the null responder. The bounds hold for any joint distribution of A and N below.
     *
     * <p>The response without lag and stalls, W, is the sum of the application's part A and the harness's part N. Percentiles
     * do not add, but P(A > a) >= P(W > a + n) - P(N > n) for all a and n. If N exceeds n with a share of at most e, percentile
     * p of A is therefore at least percentile p - e of W, minus n. Of the known levels e, the one with the largest lower bound
     * is used.
     *
     * @param rest the response without lag and stalls
     * @param service shares for the service latency of the null responder
     */
    record ShareBound(Distribution rest, ShareFigures service) {
        private static final long BILLION = 1_000_000_000L;

        /** Value that N exceeds with a share of at most {@code beyond} parts per billion. */
        private record Level(long beyond, @Nullable Long valueNs) {}

        /** Returns the bounds, which never exceed the response. */
        ShareFigures of(ShareFigures response) {
            NavigableMap<Long, Long> lowest = rest.lowestByRank();
            return new ShareFigures(
                    bound(lowest, response.p50(), 500_000_000),
                    bound(lowest, response.p90(), 900_000_000),
                    bound(lowest, response.p99(), 990_000_000),
                    bound(lowest, response.p999(), 999_000_000),
                    bound(lowest, response.p9999(), 999_900_000),
                    bound(lowest, response.max(), BILLION));
        }

        private @Nullable Long bound(NavigableMap<Long, Long> lowest, @Nullable Long responseNs, long percentile) {
            if (responseNs == null) {
                return null;
            }
            long ownNs = Long.MIN_VALUE;
            for (Level level : levels()) {
                Long value = level.valueNs();
                if (value != null && level.beyond() < percentile) {
                    Map.@Nullable Entry<Long, Long> left = lowest.ceilingEntry(rank(percentile - level.beyond()));
                    ownNs = left == null ? ownNs : Math.max(ownNs, left.getValue() - value);
                }
            }
            return ownNs == Long.MIN_VALUE ? null : Long.valueOf(responseNs - Math.min(responseNs, Math.max(0, ownNs)));
        }

        private Level[] levels() {
            return new Level[] {
                new Level(0, service.max()),
                new Level(100_000, service.p9999()),
                new Level(1_000_000, service.p999()),
                new Level(10_000_000, service.p99()),
                new Level(100_000_000, service.p90()),
                new Level(500_000_000, service.p50())
            };
        }

        private long rank(long parts) {
            return Math.max(1, -Math.floorDiv(-Math.multiplyExact(parts, rest.count()), BILLION));
        }
    }

    /**
     * Counters of one session's connections, from the samples of the clients' audit.
     *
     * @param points readings in time order
     */
    record ConnectionHistory(List<Point> points) {

        /** Counters at one time. */
        record Point(long atNs, ConnectionCounters figures) {}

        static ConnectionHistory of(int session, List<AuditSample> samples) {
            return new ConnectionHistory(samples.stream()
                    .flatMap(sample -> sample.connections().stream()
                            .filter(figures -> figures.session() == session)
                            .map(figures -> new Point(sample.clock().monotonicNs(), figures)))
                    .toList());
        }

        /**
         * Increments over an interval. All but {@code closedWindows} are -1 if unknown.
         *
         * @param retransmits necessary retransmissions
         * @param spurious unnecessary retransmissions
         * @param limitedNs time for which the window blocked the peer
         * @param closedWindows samples with a closed window
         */
        record CounterDelta(long retransmits, long spurious, long limitedNs, long closedWindows) {}

        /** Returns the increments in the measured part, summed over all connections. */
        CounterDelta delta(TimeInterval measured) {
            long lastNs = firstAfter(measured.toNs());
            Counts counts = new Counts();
            lastUntil(measured.fromNs()).ifPresent(counts::begin);
            points.stream()
                    .filter(point -> point.atNs() > measured.fromNs() && point.atNs() <= lastNs)
                    .map(Point::figures)
                    .forEach(counts::add);
            return new CounterDelta(counts.retransmits, counts.spurious, counts.limitedNs, counts.closedWindows);
        }

        private Optional<ConnectionCounters> lastUntil(long ns) {
            return points.stream()
                    .filter(point -> point.atNs() <= ns)
                    .reduce((earlier, later) -> later)
                    .map(Point::figures);
        }

        /** Returns the time of the first sample at or after a time, or that time if there is none. */
        private long firstAfter(long ns) {
            return points.stream()
                    .map(Point::atNs)
                    .filter(at -> at >= ns)
                    .min(Comparator.naturalOrder())
                    .orElse(ns);
        }

        /** Sums the increments of each connection; a new connection begins at 0. */
        private static final class Counts {
            private long port = -1;
            private ConnectionCounters last = new ConnectionCounters(0, -1, 0, 0, 0, 0, 0);
            private long retransmits = ConnectionCounters.UNKNOWN;
            private long spurious = ConnectionCounters.UNKNOWN;
            private long limitedNs = ConnectionCounters.UNKNOWN;
            private long closedWindows;

            void begin(ConnectionCounters figures) {
                last = figures;
                port = figures.localPort();
                retransmits = figures.retransmits() < 0 ? ConnectionCounters.UNKNOWN : 0;
                spurious = figures.spuriousRetransmits() < 0 ? ConnectionCounters.UNKNOWN : 0;
                limitedNs = figures.windowLimitedNs() < 0 ? ConnectionCounters.UNKNOWN : 0;
            }

            void add(ConnectionCounters figures) {
                boolean same = figures.localPort() == port;
                retransmits = sum(retransmits, figures.retransmits(), same ? last.retransmits() : 0);
                spurious = sum(spurious, figures.spuriousRetransmits(), same ? last.spuriousRetransmits() : 0);
                limitedNs = sum(limitedNs, figures.windowLimitedNs(), same ? last.windowLimitedNs() : 0);
                closedWindows += figures.receiveWindow() == 0 ? 1 : 0;
                last = new ConnectionCounters(
                        figures.session(),
                        figures.localPort(),
                        known(figures.retransmits(), same ? last.retransmits() : 0),
                        known(figures.spuriousRetransmits(), same ? last.spuriousRetransmits() : 0),
                        known(figures.windowLimitedNs(), same ? last.windowLimitedNs() : 0),
                        figures.receiveWindow(),
                        figures.unreadBytes());
                port = figures.localPort();
            }

            /** Returns a counter, or its last known value while it is unknown. */
            private static long known(long now, long before) {
                return now < 0 ? before : now;
            }

            private static long sum(long soFar, long now, long before) {
                return now < 0 ? soFar : Math.max(0, soFar) + Math.max(0, now - Math.max(0, before));
            }
        }
    }
}
