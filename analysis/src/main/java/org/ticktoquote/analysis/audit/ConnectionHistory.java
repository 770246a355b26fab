package org.ticktoquote.analysis.audit;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionFigures;

/**
 * What became of one session's connections over the samples of the clients' audit.
 *
 * @param points by rising time
 */
record ConnectionHistory(List<Point> points) {

    /** The figures at a moment. */
    record Point(long atNs, ConnectionFigures figures) {}

    static ConnectionHistory of(int session, List<AuditSample> samples) {
        return new ConnectionHistory(samples.stream()
                .flatMap(sample -> sample.connections().stream()
                        .filter(figures -> figures.session() == session)
                        .map(figures -> new Point(sample.clock().monotonicNs(), figures)))
                .toList());
    }

    /**
     * What was counted in a stretch of time; -1 where nobody knows.
     *
     * @param retransmits that were needed
     * @param spurious retransmits that were not
     * @param limitedNs time for which the window held the other end up
     * @param closedWindows samples that found the window closed
     */
    record Growth(long retransmits, long spurious, long limitedNs, long closedWindows) {}

    /** What was counted in the measured part, over all connections of that time. */
    Growth grown(Span measured) {
        long lastNs = firstAfter(measured.toNs());
        Counts counts = new Counts();
        lastUntil(measured.fromNs()).ifPresent(counts::begin);
        points.stream()
                .filter(point -> point.atNs() > measured.fromNs() && point.atNs() <= lastNs)
                .map(Point::figures)
                .forEach(counts::add);
        return new Growth(counts.retransmits, counts.spurious, counts.limitedNs, counts.closedWindows);
    }

    private Optional<ConnectionFigures> lastUntil(long ns) {
        return points.stream()
                .filter(point -> point.atNs() <= ns)
                .reduce((earlier, later) -> later)
                .map(Point::figures);
    }

    /** The measured part ends between two samples: the later one still counts. */
    private long firstAfter(long ns) {
        return points.stream()
                .map(Point::atNs)
                .filter(at -> at >= ns)
                .min(Comparator.naturalOrder())
                .orElse(ns);
    }

    /** Adds up the growth of each connection; a new connection begins at 0. */
    private static final class Counts {
        private long port = -1;
        private ConnectionFigures last = new ConnectionFigures(0, -1, 0, 0, 0, 0, 0);
        private long retransmits = ConnectionFigures.UNKNOWN;
        private long spurious = ConnectionFigures.UNKNOWN;
        private long limitedNs = ConnectionFigures.UNKNOWN;
        private long closedWindows;

        void begin(ConnectionFigures figures) {
            last = figures;
            port = figures.localPort();
            retransmits = figures.retransmits() < 0 ? ConnectionFigures.UNKNOWN : 0;
            spurious = figures.spuriousRetransmits() < 0 ? ConnectionFigures.UNKNOWN : 0;
            limitedNs = figures.windowLimitedNs() < 0 ? ConnectionFigures.UNKNOWN : 0;
        }

        void add(ConnectionFigures figures) {
            boolean same = figures.localPort() == port;
            retransmits = sum(retransmits, figures.retransmits(), same ? last.retransmits() : 0);
            spurious = sum(spurious, figures.spuriousRetransmits(), same ? last.spuriousRetransmits() : 0);
            limitedNs = sum(limitedNs, figures.windowLimitedNs(), same ? last.windowLimitedNs() : 0);
            closedWindows += figures.receiveWindow() == 0 ? 1 : 0;
            last = figures;
            port = figures.localPort();
        }

        private static long sum(long soFar, long now, long before) {
            return now < 0 ? soFar : Math.max(0, soFar) + Math.max(0, now - Math.max(0, before));
        }
    }
}
