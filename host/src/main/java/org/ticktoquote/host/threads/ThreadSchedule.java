package org.ticktoquote.host.threads;

import java.util.Optional;

/**
 * What {@code /proc/PID/task/TID/schedstat} says (Documentation/scheduler/sched-stats).
 *
 * @param cpuNs for so long it had a CPU
 * @param waitNs for so long it was ready and had none; counted when it gets one
 * @param turns times that it got one
 */
public record ThreadSchedule(long cpuNs, long waitNs, long turns) {
    private static final int FIELDS = 3;

    /** Of the file's text; empty where it is another one. */
    static Optional<ThreadSchedule> parse(String text) {
        String[] fields = text.trim().split(" ", -1);
        try {
            return fields.length == FIELDS
                    ? Optional.of(new ThreadSchedule(
                            Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2])))
                    : Optional.empty();
        } catch (NumberFormatException another) {
            return Optional.empty();
        }
    }
}
