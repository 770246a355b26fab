package org.ticktoquote.analysis.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
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
        List<TimeInterval> stalls =
                process.stalls(measured).stream().map(ProcessStall::span).toList();
        List<TimeInterval> pauses = process.pauses(measured);
        boolean stallsKnown = process.stallsKnown();
        boolean pausesKnown = process.pausesKnown();
        return new HarnessProcess(
                process.role(),
                process.samplesKnown() ? hiccups(process.delays(measured), process.longestHiccupNs(measured)) : null,
                stallsKnown ? (Long) (long) stalls.size() : null,
                stallsKnown
                        ? (Long) stalls.stream()
                                .mapToLong(TimeInterval::lengthNs)
                                .sum()
                        : null,
                stallsKnown ? (Long) longest(stalls.stream()) : null,
                pausesKnown ? (Long) (long) pauses.size() : null,
                pausesKnown ? (Long) longest(pauses.stream()) : null,
                delta(process, AuditSample.VOLUNTARY_SWITCHES),
                delta(process, AuditSample.INVOLUNTARY_SWITCHES),
                delta(process, AuditSample.MAJOR_FAULTS),
                delta(process, AuditSample.CPU_NS),
                delta(process, AuditSample.THROTTLED_NS),
                process.damage());
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
        SessionReads.ReadSizes sizes = read.sizes(measured.toNs());
        UnreadWaits.Unread wait = read.waits().longest(measured.toNs());
        ConnectionCounts grown = ConnectionCounts.of(session.index(), samples, measured.asReadBy(clock));
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
                wait.toNs() - wait.fromNs(),
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

        /** Shares of N beyond the values of {@link #services}, in parts per billion. */
        private static final long[] BEYOND = {0, 100_000, 1_000_000, 10_000_000, 100_000_000, 500_000_000};

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
            @Nullable Long[] services = services();
            for (int i = 0; i < BEYOND.length; i++) {
                Long value = services[i];
                if (value != null && BEYOND[i] < percentile) {
                    Map.@Nullable Entry<Long, Long> left = lowest.ceilingEntry(rank(percentile - BEYOND[i]));
                    ownNs = left == null ? ownNs : Math.max(ownNs, left.getValue() - value);
                }
            }
            return ownNs == Long.MIN_VALUE ? null : Long.valueOf(responseNs - Math.min(responseNs, Math.max(0, ownNs)));
        }

        private @Nullable Long[] services() {
            return new Long[] {
                service.max(), service.p9999(), service.p999(), service.p99(), service.p90(), service.p50()
            };
        }

        private long rank(long parts) {
            return Math.max(1, -Math.floorDiv(-Math.multiplyExact(parts, rest.count()), BILLION));
        }
    }

    /** Sums the increments of the counters of one session's connections. A new connection begins at 0. -1 is unknown. */
    static final class ConnectionCounts {
        private long port = -1;
        private ConnectionCounters last = new ConnectionCounters(0, -1, 0, 0, 0, 0, 0);
        private long retransmits = ConnectionCounters.UNKNOWN;
        private long spurious = ConnectionCounters.UNKNOWN;
        private long limitedNs = ConnectionCounters.UNKNOWN;
        private long closedWindows;

        /** Counts from the last sample up to the start of an interval to the first one from its end on. */
        static ConnectionCounts of(int session, List<AuditSample> samples, TimeInterval measured) {
            List<AuditSample> own = samples.stream()
                    .filter(sample -> counters(sample, session).findAny().isPresent())
                    .toList();
            long lastNs = own.stream()
                    .map(sample -> sample.clock().monotonicNs())
                    .filter(at -> at >= measured.toNs())
                    .min(Comparator.naturalOrder())
                    .orElse(measured.toNs());
            ConnectionCounts counts = new ConnectionCounts();
            own.stream()
                    .filter(sample -> sample.clock().monotonicNs() <= measured.fromNs())
                    .reduce((earlier, later) -> later)
                    .ifPresent(sample -> counters(sample, session).forEach(counts::begin));
            own.stream()
                    .filter(sample -> sample.clock().monotonicNs() > measured.fromNs()
                            && sample.clock().monotonicNs() <= lastNs)
                    .forEach(sample -> counters(sample, session).forEach(counts::add));
            return counts;
        }

        private static Stream<ConnectionCounters> counters(AuditSample sample, int session) {
            return sample.connections().stream().filter(figures -> figures.session() == session);
        }

        private void begin(ConnectionCounters figures) {
            last = figures;
            port = figures.localPort();
            retransmits = figures.retransmits() < 0 ? ConnectionCounters.UNKNOWN : 0;
            spurious = figures.spuriousRetransmits() < 0 ? ConnectionCounters.UNKNOWN : 0;
            limitedNs = figures.windowLimitedNs() < 0 ? ConnectionCounters.UNKNOWN : 0;
        }

        private void add(ConnectionCounters figures) {
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

        /** Returns the necessary retransmissions. */
        long retransmits() {
            return retransmits;
        }

        /** Returns the unnecessary retransmissions. */
        long spurious() {
            return spurious;
        }

        /** Returns the time for which the window blocked the peer. */
        long limitedNs() {
            return limitedNs;
        }

        /** Returns the samples with a closed window. */
        long closedWindows() {
            return closedWindows;
        }
    }
}
