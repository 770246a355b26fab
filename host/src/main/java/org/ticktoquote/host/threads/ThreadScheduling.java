package org.ticktoquote.host.threads;

/**
 * How the kernel schedules a thread (sched(7)).
 *
 * @param policy {@code other}, {@code fifo}, {@code rr}, {@code batch}, {@code idle}, {@code deadline}, or {@code unknown}
 * @param priority 1 to 99 of a real-time thread, more is more urgent; 0 of any other
 */
public record ThreadScheduling(String policy, int priority) {
    public static final ThreadScheduling UNKNOWN = new ThreadScheduling("unknown", 0);

    /** Of the numbers that the kernel writes. */
    static ThreadScheduling of(long policy, long priority) {
        String word = switch ((int) policy) {
            case 0 -> "other";
            case 1 -> "fifo";
            case 2 -> "rr";
            case 3 -> "batch";
            case 5 -> "idle";
            case 6 -> "deadline";
            default -> UNKNOWN.policy;
        };
        return new ThreadScheduling(word, (int) priority);
    }
}
