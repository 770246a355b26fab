package org.ticktoquote.analysis.audit;

import java.util.List;
import org.ticktoquote.core.audit.AuditSample;
import org.ticktoquote.core.audit.ConnectionCounters;
import org.ticktoquote.core.clock.ClockTranslation;

/**
 * Waits of received bytes in a session's socket, from the time the kernel reported them unread to the client's next read.
 * The kernel was queried about once a second, so the waits are lower bounds.
 *
 * <p>Ignores fewer than {@value #MIN_BYTES} bytes: they can be a heartbeat, and journals do not record reads of heartbeats.
 */
final class UnreadWaits {
    static final int MIN_BYTES = 1_024;

    /** Each from the earliest to the latest time at which the kernel can have reported it. */
    private final List<Unread> found;
    /** Read times of the first {@code next} elements of {@code found}. */
    private final long[] readNs;

    private int next;
    /** Earliest time at which the kernel can have reported the next unread bytes; {@link Long#MAX_VALUE} after the last. */
    private long nextNs;

    /** Bytes that waited unread from one time to another, both on the run's clock. */
    record Unread(long fromNs, long toNs, long bytes) {}

    private UnreadWaits(List<Unread> found) {
        this.found = found;
        this.readNs = new long[found.size()];
        this.nextNs = arrivedNs();
    }

    private long arrivedNs() {
        return next < found.size() ? found.get(next).fromNs : Long.MAX_VALUE;
    }

    /** Evaluates the samples in the measured part that record when the kernel was queried. */
    static UnreadWaits of(int session, List<AuditSample> samples, ClockTranslation clock, TimeInterval measured) {
        return new UnreadWaits(samples.stream()
                .filter(sample -> sample.counters().containsKey(AuditSample.CONNECTIONS_ASKED_NS))
                .flatMap(sample -> sample.connections().stream()
                        .filter(connection -> connection.session() == session)
                        .filter(connection -> connection.unreadBytes() >= MIN_BYTES)
                        .map(connection -> found(sample, connection, clock)))
                .filter(one -> one.fromNs >= measured.fromNs() && one.toNs <= measured.toNs())
                .toList());
    }

    private static Unread found(AuditSample sample, ConnectionCounters connection, ClockTranslation clock) {
        long askedNs = sample.counters().getOrDefault(AuditSample.CONNECTIONS_ASKED_NS, 0L);
        return new Unread(clock.toRun(sample.clock().monotonicNs()), clock.toRun(askedNs), connection.unreadBytes());
    }

    /** Handles a message read by the client; times must not decrease. */
    void read(long atNs) {
        while (nextNs < atNs) {
            readNs[next++] = atNs;
            nextNs = arrivedNs();
        }
    }

    /** Returns a lower bound of the longest wait of bytes reported up to a time; zeros if there was none. */
    Unread longest(long toNs) {
        Unread longest = new Unread(0, 0, 0);
        for (int i = 0; i < next; i++) {
            Unread one = found.get(i);
            if (one.toNs <= toNs && readNs[i] - one.toNs > longest.toNs - longest.fromNs) {
                longest = new Unread(one.toNs, readNs[i], one.bytes);
            }
        }
        return longest;
    }
}
