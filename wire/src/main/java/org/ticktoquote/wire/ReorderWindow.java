package org.ticktoquote.wire;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Puts datagrams in the order of their times, in bounded memory: the packets of several CPUs stand in a capture up to some
 * milliseconds out of order.
 *
 * <p>What comes later than the window allows is handed on at once, and says so. A datagram without a time stays where it is.
 */
final class ReorderWindow {
    private static final long LENGTH_NS = 1_000_000_000;
    private static final int MOST = 1 << 16;
    private static final long MOST_BYTES = 64L << 20;

    private final PriorityQueue<Waiting> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Waiting::timeNs).thenComparingLong(Waiting::number));
    private long bytes;
    private long numbers;
    private long newestNs = Long.MIN_VALUE;
    private long handedOnNs = Long.MIN_VALUE;
    private long reordered;
    private long late;
    private long untimed;

    private record Waiting(long timeNs, long number, Datagram datagram) {}

    void add(Datagram datagram) {
        if (!datagram.timed()) {
            untimed++;
            put(newestNs, datagram);
        } else if (datagram.timeNs() < handedOnNs) {
            late++;
            put(handedOnNs, datagram.lateOne());
        } else {
            reordered += datagram.timeNs() < newestNs ? 1 : 0;
            newestNs = Math.max(newestNs, datagram.timeNs());
            put(datagram.timeNs(), datagram);
        }
    }

    private void put(long timeNs, Datagram datagram) {
        waiting.add(new Waiting(timeNs, numbers++, datagram));
        bytes += datagram.payload().limit();
    }

    /** The next datagram that nothing can come before any more; null when there is none. */
    @Nullable
    Datagram ready() {
        Waiting first = waiting.peek();
        if (first == null) {
            return null;
        }
        boolean settled = newestNs - first.timeNs() > LENGTH_NS || newestNs - first.timeNs() < 0;
        return settled || waiting.size() > MOST || bytes > MOST_BYTES ? last() : null;
    }

    /** The next datagram when no more will be added; null when there is none. */
    @Nullable
    Datagram last() {
        Waiting first = waiting.poll();
        if (first == null) {
            return null;
        }
        bytes -= first.datagram().payload().limit();
        handedOnNs = first.timeNs();
        return first.datagram();
    }

    long reordered() {
        return reordered;
    }

    long late() {
        return late;
    }

    long untimed() {
        return untimed;
    }
}
