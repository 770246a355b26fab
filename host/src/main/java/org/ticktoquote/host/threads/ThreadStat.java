package org.ticktoquote.host.threads;

import java.util.Optional;

/**
 * A line of {@code /proc/PID/task/TID/stat} (proc(5)).
 *
 * @param state {@code R} while it runs or waits for a CPU
 * @param group of processes
 * @param startTicks after boot
 * @param cpu that it ran on last, or runs on
 * @param scheduling its policy and priority
 */
public record ThreadStat(
        long tid, String name, char state, long group, long startTicks, int cpu, ThreadScheduling scheduling) {
    private static final int STATE = 0;
    private static final int GROUP = 2;
    private static final int START_TICKS = 19;
    private static final int CPU = 36;
    private static final int PRIORITY = 37;
    private static final int POLICY = 38;

    /** The line's parts; empty when it is none. The name may hold spaces and brackets. */
    public static Optional<ThreadStat> parse(String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        if (open < 1 || close < open) {
            return Optional.empty();
        }
        int[] fields = fields(line, close + 2);
        if (fields[CPU + 1] == 0) {
            return Optional.empty();
        }
        return Optional.of(new ThreadStat(
                number(line, 0, open - 1),
                line.substring(open + 1, close),
                line.charAt(fields[STATE]),
                number(line, fields[GROUP], fields[GROUP + 1] - 1),
                number(line, fields[START_TICKS], fields[START_TICKS + 1] - 1),
                (int) number(line, fields[CPU], fields[CPU + 1] - 1),
                scheduling(line, fields)));
    }

    private static ThreadScheduling scheduling(String line, int[] fields) {
        return fields[POLICY + 1] == 0
                ? ThreadScheduling.UNKNOWN
                : ThreadScheduling.of(
                        number(line, fields[POLICY], fields[POLICY + 1] - 1),
                        number(line, fields[PRIORITY], fields[PRIORITY + 1] - 1));
    }

    /** Where the first fields begin, and the one after the policy; 0 for those that are not there. Hundreds of lines a look are read. */
    private static int[] fields(String line, int from) {
        int[] fields = new int[POLICY + 2];
        int at = from;
        for (int i = 0; i < fields.length && at > 0 && at < line.length(); i++) {
            fields[i] = at;
            at = line.indexOf(' ', at) + 1;
        }
        return fields;
    }

    private static long number(String line, int from, int to) {
        return Long.parseLong(line, from, to, 10);
    }

    /** Whether it is dead and only waits to be forgotten. */
    public boolean dead() {
        return state == 'Z' || state == 'X';
    }
}
