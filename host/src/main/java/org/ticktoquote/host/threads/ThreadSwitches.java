package org.ticktoquote.host.threads;

import java.util.Optional;

/**
 * How often a thread left a CPU, from {@code /proc/PID/task/TID/sched}, which not every kernel has, or from its status.
 *
 * @param voluntary times that it gave its CPU up
 * @param involuntary times that it was taken away
 * @param migrations to another CPU; {@link #UNKNOWN} where the kernel does not say
 */
public record ThreadSwitches(long voluntary, long involuntary, long migrations) {
    public static final long UNKNOWN = -1;

    /** Of the text of {@code sched}; empty where that does not tell of switches. */
    static Optional<ThreadSwitches> ofSched(String text) {
        long voluntary = value(text, "\nnr_voluntary_switches");
        long involuntary = value(text, "\nnr_involuntary_switches");
        return voluntary == UNKNOWN || involuntary == UNKNOWN
                ? Optional.empty()
                : Optional.of(new ThreadSwitches(voluntary, involuntary, value(text, "nr_migrations ")));
    }

    static ThreadSwitches ofStatus(ThreadStatus status) {
        return new ThreadSwitches(status.voluntary(), status.involuntary(), UNKNOWN);
    }

    /** The whole number behind a name, blanks and a colon. */
    private static long value(String text, String name) {
        int at = text.indexOf(name);
        int colon = at < 0 ? -1 : text.indexOf(':', at);
        int end = colon < 0 ? -1 : text.indexOf('\n', colon);
        if (end < 0) {
            return UNKNOWN;
        }
        try {
            return Long.parseLong(text.substring(colon + 1, end).trim());
        } catch (NumberFormatException another) {
            return UNKNOWN;
        }
    }
}
