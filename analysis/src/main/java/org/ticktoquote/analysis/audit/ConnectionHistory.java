package org.ticktoquote.analysis.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionCounters;

/**
 * Counters of one session's connections, from the samples of the clients' audit.
 *
 * @param points in time order
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
