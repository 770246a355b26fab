package org.ticktoquote.analysis.audit;

import java.util.List;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionFigures;
import org.ticktoquote.core.clock.ClockTranslation;

/**
 * How long bytes that had arrived at a session's socket waited there for the client: from the moment at which the kernel reported
 * that they were unread to the next message that the client read. That is a lower bound, of the moments at which it was
 * asked, about once a second.
 *
 * <p>Fewer than {@value #FEWEST_BYTES} bytes are left out: they may be a heartbeat, whose read no journal tells.
 */
final class UnreadWaits {
    static final int FEWEST_BYTES = 1_024;

    private final List<Found> found;
    /** When each of them was read, as far as it was. */
    private final long[] readNs;

    private int next;
    /** When the bytes of the next one had arrived; the end of time behind the last. */
    private long nextNs;

    /** Bytes that were unread, between two moments on the run's clock. */
    private record Found(long earliestNs, long latestNs, long bytes) {}

    /** How long bytes waited, at least, and how many; zeros where none waited. */
    record Longest(long ns, long bytes) {}

    private UnreadWaits(List<Found> found) {
        this.found = found;
        this.readNs = new long[found.size()];
        this.nextNs = arrivedNs();
    }

    private long arrivedNs() {
        return next < found.size() ? found.get(next).earliestNs : Long.MAX_VALUE;
    }

    /** Of the samples in the measured part that say when they asked. */
    static UnreadWaits of(int session, List<AuditSample> samples, ClockTranslation clock, Span measured) {
        return new UnreadWaits(samples.stream()
                .filter(sample -> sample.counters().containsKey(AuditSample.CONNECTIONS_ASKED_NS))
                .flatMap(sample -> sample.connections().stream()
                        .filter(connection -> connection.session() == session)
                        .filter(connection -> connection.unreadBytes() >= FEWEST_BYTES)
                        .map(connection -> found(sample, connection, clock)))
                .filter(one -> one.earliestNs >= measured.fromNs() && one.latestNs <= measured.toNs())
                .toList());
    }

    private static Found found(AuditSample sample, ConnectionFigures connection, ClockTranslation clock) {
        long askedNs = sample.counters().getOrDefault(AuditSample.CONNECTIONS_ASKED_NS, 0L);
        return new Found(clock.toRun(sample.clock().monotonicNs()), clock.toRun(askedNs), connection.unreadBytes());
    }

    /** The client read a message, by rising time. */
    void read(long atNs) {
        while (nextNs < atNs) {
            readNs[next++] = atNs;
            nextNs = arrivedNs();
        }
    }

    /** Of those that were found up to a moment. */
    Longest longest(long toNs) {
        Longest longest = new Longest(0, 0);
        for (int i = 0; i < next; i++) {
            Found one = found.get(i);
            if (one.latestNs <= toNs && readNs[i] - one.latestNs > longest.ns) {
                longest = new Longest(readNs[i] - one.latestNs, one.bytes);
            }
        }
        return longest;
    }
}
