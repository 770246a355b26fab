package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.ticktoquote.core.clock.ClockTranslation;
import org.ticktoquote.core.command.CountText;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.evidence.NetworkSample;
import org.ticktoquote.core.evidence.SessionQueue;

/** Worst send queue among the sessions' connections, per second. Not thread-safe. */
final class SessionQueues {
    private final List<Second> seconds = new ArrayList<>();
    private long toldNs = Long.MIN_VALUE;
    private long omitted;

    /** Summary over all sessions; {@code port} identifies the longest queue. */
    private record Second(long fromNs, long toNs, long mostUnsent, int port, long resent, long shutNs) {}

    /** Adds a sample in time order; ignores samples without queues. */
    void add(NetworkSample look, ClockTranslation clock) {
        if (look.queues().isEmpty()) {
            return;
        }
        if (seconds.size() == LongestElements.MAX_ELEMENTS) {
            omitted++;
            return;
        }
        SessionQueue longest = look.queues().stream()
                .max(Comparator.comparingLong(SessionQueue::mostUnsent))
                .orElseThrow();
        long toNs = clock.toRun(look.toNs());
        seconds.add(new Second(
                toldNs == Long.MIN_VALUE ? clock.toRun(look.fromNs()) : toldNs,
                toNs,
                longest.mostUnsent(),
                longest.clientPort(),
                look.queues().stream().mapToLong(SessionQueue::resent).sum(),
                look.queues().stream().mapToLong(SessionQueue::shutNs).max().orElse(0)));
        toldNs = toNs;
    }

    /** Returns a line for users; empty if there is no data for the interval, or all queues were empty. */
    String between(long fromNs, long toNs) {
        List<Second> touching = seconds.stream()
                .filter(second -> second.fromNs < toNs && second.toNs > fromNs)
                .toList();
        Second longest = touching.stream()
                .max(Comparator.comparingLong(Second::mostUnsent))
                .filter(second -> second.mostUnsent > 0)
                .orElse(null);
        if (longest == null) {
            return "";
        }
        long resent = touching.stream().mapToLong(Second::resent).sum();
        long shutNs = touching.stream().mapToLong(Second::shutNs).max().orElse(0);
        return String.format(
                        Locale.ROOT,
                        "host, sessions, the worst of %s: %,d bytes not acknowledged from port %d (mean %,.0f)",
                        CountText.of(touching.size(), "second"),
                        longest.mostUnsent,
                        longest.port,
                        mean())
                + (resent > 0 ? ", " + CountText.of(resent, "segment") + " retransmitted" : "")
                + (shutNs > 0 ? ", a client's window shut for " + DurationText.format(shutNs) : "");
    }

    /** Describes the dropped samples; empty if there are none. */
    String omission() {
        return omitted == 0 ? "" : CountText.of(omitted, "later second") + " of sessions omitted";
    }

    private double mean() {
        return seconds.stream().mapToLong(Second::mostUnsent).average().orElse(0);
    }
}
