package org.ticktoquote.harness.threads.found;

import java.util.Optional;

/**
 * A line of {@code /proc/PID/task/TID/stat} (proc(5)).
 *
 * @param state {@code R} while it runs or waits for a CPU
 * @param group of processes
 * @param startTicks after boot
 * @param cpu that it ran on last, or runs on
 */
public record ThreadStat(long tid, String name, char state, long group, long startTicks, int cpu) {
    private static final int STATE = 0;
    private static final int GROUP = 2;
    private static final int START_TICKS = 19;
    private static final int CPU = 36;

    /** The line's parts; empty when it is none. The name may hold spaces and brackets. */
    public static Optional<ThreadStat> parse(String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        if (open < 1 || close < open) {
            return Optional.empty();
        }
        String[] rest = line.substring(close + 1).trim().split(" ", -1);
        if (rest.length <= CPU) {
            return Optional.empty();
        }
        return Optional.of(new ThreadStat(
                Long.parseLong(line.substring(0, open).trim()),
                line.substring(open + 1, close),
                rest[STATE].charAt(0),
                Long.parseLong(rest[GROUP]),
                Long.parseLong(rest[START_TICKS]),
                Integer.parseInt(rest[CPU])));
    }

    /** Whether it is dead and only waits to be forgotten. */
    public boolean dead() {
        return state == 'Z' || state == 'X';
    }
}
