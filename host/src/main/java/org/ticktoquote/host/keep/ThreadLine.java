package org.ticktoquote.host.keep;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * One thread of {@code threads.json}, in which the members of all groups stand side by side.
 *
 * @param thread which it is
 * @param scheduling as last seen
 * @param mask where it may run
 * @param measured what it did in the measured part
 * @param newcomer whether it appeared after the plan was applied
 * @param corrected whether such a thread had inherited another mask than the plan's
 * @param ended whether it ended before the run did
 * @param problem why the plan was not in force for it; empty when it was
 */
public record ThreadLine(
        @JsonUnwrapped Identity thread,
        @JsonUnwrapped Scheduling scheduling,
        @JsonUnwrapped Mask mask,
        @JsonUnwrapped Measured measured,
        boolean newcomer,
        boolean corrected,
        boolean ended,
        String problem) {
    static final String LEFT_ALONE = "unmanaged";

    /**
     * Which thread it is.
     *
     * @param who {@code application}, {@code application-jvm}, {@code replayer}, {@code clients} or {@code harness}
     * @param name as the kernel keeps it, up to 15 characters
     * @param kind {@code gc}, {@code compiler}, {@code vm} or {@code other}
     */
    public record Identity(String who, long pid, long tid, String name, String kind) {}

    /**
     * How the kernel schedules it.
     *
     * @param policy {@code other}, {@code fifo}, {@code rr}, {@code batch}, {@code idle} or {@code deadline}; {@code unknown}
     *     of one that was seen once
     * @param priority 1 to 99 of a real-time thread; else 0
     */
    public record Scheduling(String policy, int priority) {}

    /**
     * Where it may run.
     *
     * @param rule of the plan that placed it
     * @param before CPUs that it was allowed when it was first seen
     * @param requested CPUs of the plan; {@code unmanaged} where it leaves the thread alone
     * @param after CPUs read back at the end of the measured part, or as last known
     */
    public record Mask(String rule, String before, String requested, String after) {}

    /**
     * What it did in the measured part.
     *
     * @param cpusSeen CPUs that it ran on, as sampled
     * @param samples looks at it
     * @param outside how many of them found it on another CPU than requested
     * @param changedByOthers how often its mask had become another one, in the whole run
     * @param voluntarySwitches of a thread that ended meanwhile unknown: 0
     * @param involuntarySwitches likewise
     */
    public record Measured(
            String cpusSeen,
            long samples,
            long outside,
            int changedByOthers,
            long voluntarySwitches,
            long involuntarySwitches) {}
}
