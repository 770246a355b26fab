package org.ticktoquote.host.threads;

import java.util.Optional;
import org.ticktoquote.host.StatLine;

/**
 * A line of {@code /proc/PID/task/TID/stat} (proc(5)).
 *
 * @param state {@code R} while it runs or waits for a CPU
 * @param group of processes
 * @param startTicks after boot
 * @param minorFaults pages that were found without a disk
 * @param majorFaults pages that came from a disk
 * @param cpu that it ran on last, or runs on
 * @param scheduling its policy and priority
 */
public record ThreadStat(
        long tid,
        String name,
        char state,
        long group,
        long minorFaults,
        long majorFaults,
        long startTicks,
        int cpu,
        ThreadScheduling scheduling) {
    /** The line's parts; empty when it is none. */
    public static Optional<ThreadStat> parse(String line) {
        return StatLine.parse(line).filter(stat -> stat.has(StatLine.PRIORITY)).map(ThreadStat::of);
    }

    private static ThreadStat of(StatLine line) {
        return new ThreadStat(
                line.id(),
                line.name(),
                line.state(),
                line.number(StatLine.GROUP),
                line.number(StatLine.MINOR_FAULTS),
                line.number(StatLine.MAJOR_FAULTS),
                line.number(StatLine.START_TICKS),
                (int) line.number(StatLine.CPU),
                line.has(StatLine.POLICY)
                        ? ThreadScheduling.of(line.number(StatLine.POLICY), line.number(StatLine.PRIORITY))
                        : ThreadScheduling.UNKNOWN);
    }

    /** Whether a signal or a debugger stopped it. */
    public boolean stopped() {
        return state == 'T' || state == 't';
    }

    /** Whether it is dead and only waits to be forgotten. */
    public boolean dead() {
        return state == 'Z' || state == 'X';
    }
}
